import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, type ToolRuntime, tool } from "@langchain/core/tools";
import { type JsonSchema7Type, toJsonSchema } from "@langchain/core/utils/json_schema";
import type { Tool } from "@toolcrib/core";
import { AdapterCatalogue, type AdapterOptions, checkNames, checkToolList, pickLoader } from "@toolcrib/core/adapters";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { type LoaderName, loaders } from "./loaders/loaders.ts";
import { transcriptOf, withSystemText } from "./messages/transcript.ts";

export type { LoaderName };

/** Options for `toolcribMiddleware`. Everything has a default. */
export interface ToolcribOptions extends AdapterOptions {
  /** How found tools become callable. Default: `append`, which works on every model. */
  readonly loader?: LoaderName;
}

/**
 * Defers tools: pass them to this middleware instead of to `createAgent`. What is loaded is read from the messages of
 * each request, so a checkpointer, another process or a new run continues with the same tools.
 */
export function toolcribMiddleware<const Tools extends readonly StructuredToolInterface[]>(
  tools: Tools,
  options: ToolcribOptions = {},
): AgentMiddleware<undefined, undefined, unknown, Tools> {
  const loader = pickLoader(loaders, options.loader);
  const catalogue = new AdapterCatalogue(checkToolList(tools).map(catalogueTool), options);
  const { searchTool, skillTools } = catalogue;
  const names = [...tools, searchTool, ...skillTools].map(({ name = "" }) => name);
  checkNames("eager", options.eager ?? [], names);
  const search = asTool(searchTool, async (input) => JSON.stringify(await catalogue.search(input)));
  const all: readonly StructuredToolInterface[] = [
    ...tools.filter(({ name }) => !catalogue.isHidden(name)),
    search,
    ...skillTools.map((definition) => skillTool(definition, catalogue)),
  ];
  // No `wrapToolCall`: with one, LangChain ends the run when a tool throws, instead of telling the model.
  return createMiddleware({
    name: "Toolcrib",
    // The agent's type knows the tools that it was given, as without the middleware.
    tools: all as unknown as Tools,
    wrapModelCall: async (request, handler) => {
      const { messages, systemMessage } = request;
      // Another middleware may have taken the search away: then every tool is needed.
      if (!request.tools.some((given) => given["name"] === searchTool.name)) return handler(request);
      const forced = request.tools.filter((given) => isForced(given["name"], request.toolChoice, catalogue));
      const { tools: sent, messages: written } = loader.prepare({ tools: request.tools, messages }, catalogue);
      const answer = await handler({
        ...request,
        tools: [...sent, ...forced.filter((given) => !sent.includes(given))],
        messages: written,
        systemMessage: withSystemText(systemMessage, catalogue.systemText),
      });
      return loader.unwrap === undefined ? answer : loader.unwrap(answer, catalogue);
    },
  });
}

function catalogueTool(given: StructuredToolInterface): Tool {
  const { name, description, schema } = given;
  const { metadata } = given as { readonly metadata?: Readonly<Record<string, unknown>> };
  const { server, annotations } = (metadata ?? {}) as Pick<Tool, "server" | "annotations">;
  return {
    name,
    description,
    input_schema: toJsonSchema(schema),
    ...(typeof server === "string" ? { server } : {}),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function skillTool(definition: Tool, catalogue: AdapterCatalogue): StructuredToolInterface {
  const { name = "" } = definition;
  return asTool(definition, async (input, { state, toolCallId }) => {
    const { messages } = state as { readonly messages: readonly BaseMessage[] };
    const { text, isError } = await catalogue.answerSkill(name, input, transcriptOf(messages));
    const status = isError ? "error" : "success";
    return new ToolMessage({ content: text, tool_call_id: toolCallId, name, status });
  });
}

function asTool(
  { name = "", description, input_schema }: Tool,
  run: (input: unknown, runtime: ToolRuntime) => Promise<string | ToolMessage>,
): StructuredToolInterface {
  return tool(run, { name, description: description ?? "", schema: input_schema as JsonSchema7Type });
}

/** Whether the request makes the model call this deferred tool: by its name, or in the form of a provider. */
function isForced(name: unknown, choice: unknown, catalogue: AdapterCatalogue): boolean {
  if (typeof name !== "string" || choice === undefined || !catalogue.isDeferred(name)) return false;
  const { function: called, name: chosen } = (typeof choice === "object" ? choice : { name: choice }) as {
    readonly name?: unknown;
    readonly function?: { readonly name?: unknown };
  };
  return chosen === name || called?.name === name;
}
