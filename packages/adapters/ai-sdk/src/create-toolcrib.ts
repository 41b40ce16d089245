import { CoreError } from "@toolcrib/core";
import {
  AdapterCatalogue,
  type AdapterOptions,
  checkNames,
  type SearchOutput,
  type TranscriptCall,
} from "@toolcrib/core/adapters";
import { jsonSchema, type LanguageModelMiddleware, type ModelMessage, type Tool, type ToolSet, tool } from "ai";
import { completeTools, outlineTools } from "./catalogue-tools.ts";
import { checkLoader, chooseLoader, type LoaderName, loaders } from "./loaders/choose-loader.ts";
import { readRequest } from "./request/read-request.ts";
import type { CallOptions, Model } from "./request/sdk-types.ts";

/** Options for `createToolcrib`. Everything has a default. */
export interface ToolcribOptions<Name extends string = string> extends AdapterOptions {
  readonly searchToolName?: Name;
  /** How found tools become callable. Default: what `chooseLoader` returns for the model of each request. */
  readonly loader?: LoaderName;
}

/** The tool that the model searches with. */
export type SearchTool = Tool<{ query: string; max_results?: number }, SearchOutput>;

/** What an agent is given instead of its tools and its model. */
export interface Toolcrib<Tools extends ToolSet, Name extends string> {
  /** The tools, unchanged, without those that the policy hides, and with the search tool. */
  readonly tools: Tools & Record<Name, SearchTool>;
  /** For `wrapLanguageModel`: sends deferred tools only after a search found them. */
  readonly middleware: LanguageModelMiddleware;
}

/** Requests that the middleware has prepared; module-level, because two instances must not meet on one request. */
const prepared = new WeakSet<CallOptions>();

/**
 * Defers the tools of an agent. Pass `tools` to `generateText`, `streamText` or `ToolLoopAgent`, and wrap the model with
 * `middleware`. What is loaded is read from each prompt, so nothing has to be stored or restored.
 */
export function createToolcrib<Tools extends ToolSet, Name extends string = "find_tools">(
  tools: Tools,
  options: ToolcribOptions<Name> = {},
): Toolcrib<Tools, Name> {
  checkLoader(options.loader);
  const loaderOf = (model: Model) => loaders[options.loader ?? chooseLoader(model)];
  // It already rejects bad options, and knows what is hidden.
  const outline = new AdapterCatalogue(outlineTools(tools), options);
  const own = [outline.searchTool, ...outline.skillTools].map(({ name = "" }) => name);
  checkNames("eager", options.eager ?? [], [...Object.keys(tools), ...own]);
  let complete: Promise<AdapterCatalogue> | undefined;
  const catalogue = () => {
    complete ??= completeTools(tools).then((list) => new AdapterCatalogue(list, options));
    return complete;
  };
  const middleware: LanguageModelMiddleware = {
    specificationVersion: "v4",
    async transformParams({ params, model }) {
      if (prepared.has(params)) throw new CoreError("applied_twice", { adapter: "@toolcrib/ai-sdk" });
      const request = readRequest(params, await catalogue());
      const sent = request === undefined ? { ...params } : loaderOf(model).prepare(request, model);
      prepared.add(sent);
      return sent;
    },
    async wrapGenerate({ doGenerate, model }) {
      const answer = await doGenerate();
      const { unwrapAnswer } = loaderOf(model);
      return unwrapAnswer === undefined ? answer : unwrapAnswer(answer, await catalogue());
    },
    async wrapStream({ doStream, model }) {
      const answer = await doStream();
      const { unwrapStream } = loaderOf(model);
      return unwrapStream === undefined ? answer : unwrapStream(answer, await catalogue());
    },
  };
  const kept = Object.entries(tools).filter(([name]) => !outline.isHidden(name));
  const ownTools = {
    [outline.searchTool.name]: searchTool(outline, catalogue),
    ...Object.fromEntries(outline.skillTools.map((definition) => [definition.name, skillTool(definition, catalogue)])),
  };
  return { tools: { ...Object.fromEntries(kept), ...ownTools } as Tools & Record<Name, SearchTool>, middleware };
}

function searchTool({ searchTool: { description, input_schema } }: AdapterCatalogue, catalogue: Catalogue): SearchTool {
  return tool({
    description: description as string,
    inputSchema: jsonSchema<{ query: string; max_results?: number }>(input_schema as object),
    execute: async (input, { abortSignal }) => {
      abortSignal?.throwIfAborted();
      return (await catalogue()).search(input);
    },
  });
}

type Catalogue = () => Promise<AdapterCatalogue>;
type Definition = AdapterCatalogue["skillTools"][number];

function skillTool({ name = "", description, input_schema }: Definition, catalogue: Catalogue): Tool {
  return tool({
    description: description as string,
    inputSchema: jsonSchema<object>(input_schema as object),
    execute: async (input, { messages }) =>
      (await (await catalogue()).answerSkill(name, input, earlierCalls(messages))).text,
  });
}

function earlierCalls(messages: readonly ModelMessage[]): TranscriptCall[] {
  return messages.flatMap(({ role, content }) =>
    role !== "tool"
      ? []
      : content.flatMap((part) =>
          part.type === "tool-result" && "value" in part.output
            ? [{ id: part.toolCallId, name: part.toolName, input: {}, output: part.output.value }]
            : [],
        ),
  );
}
