import {
  type Tool as AgentTool,
  type FunctionTool,
  type Model,
  type ModelProvider,
  type ModelRequest,
  tool,
  toolSearchTool,
} from "@openai/agents";
import { CoreError, type Tool } from "@toolcrib/core";
import { AdapterCatalogue, type AdapterOptions, checkNames, checkToolList, pickLoader } from "@toolcrib/core/adapters";
import { type Loader, type LoaderName, loaders } from "./loaders/loaders.ts";

/** Options for `createToolcrib`. Everything has a default. */
export interface ToolcribOptions extends AdapterOptions {
  /** How found tools become callable. Default: `append`, which works on every model. */
  readonly loader?: LoaderName;
}

/** What an agent is given instead of its tools and its model. */
export interface Toolcrib<Context> {
  /** For `new Agent({ tools })`: the tools, without those that the policy hides, and with the search tool. */
  readonly tools: AgentTool<Context>[];
  /** For `new Agent({ model })`. */
  readonly wrapModel: (model: Model) => Model;
  /** For `new Runner({ modelProvider })`: wraps every model of a provider. */
  readonly wrapProvider: (provider: ModelProvider) => ModelProvider;
}

/** Models that are wrapped; module-level, because two instances must not meet on one model. */
const wrapped = new WeakSet<Model>();

/**
 * Defers the tools of an agent. What is loaded is read from the items of each request, so a session, another process
 * or a new run continues with the same tools.
 */
export function createToolcrib<Context = unknown>(
  // biome-ignore lint/suspicious/noExplicitAny: the parameters of a tool are of every kind.
  tools: readonly FunctionTool<Context, any, any>[],
  options: ToolcribOptions = {},
): Toolcrib<Context> {
  const loader = pickLoader(loaders, options.loader);
  const catalogue = new AdapterCatalogue(checkToolList(tools).map(catalogueTool), options);
  const kept = tools.filter(({ name }) => !catalogue.isHidden(name));
  const byName = new Map(kept.map((given) => [given.name, markDeferred(given)]));
  const { searchTool, skillTools } = catalogue;
  const names = [...tools, searchTool, ...skillTools].map(({ name = "" }) => name);
  checkNames("eager", options.eager ?? [], names);
  let isWrapped = false;

  function markDeferred(given: FunctionTool<Context>): FunctionTool<Context> {
    return loader.isNative === true && catalogue.isDeferred(given.name) ? { ...given, deferLoading: true } : given;
  }

  const search: AgentTool<Context> =
    loader.isNative === true
      ? toolSearchTool<Context>({
          execution: "client",
          description: [searchTool.description, catalogue.systemText].join("\n\n"),
          parameters: searchTool.input_schema,
          execute: async ({ toolCall }) =>
            (await catalogue.find(toolCall.arguments)).flatMap((name) => byName.get(name) ?? []),
        })
      : asTool<Context>(searchTool, async (input) => {
          if (isWrapped) return JSON.stringify(await catalogue.search(input));
          const expected = "a model of wrapModel or wrapProvider, because any other sends all tools";
          throw new CoreError("invalid_setting", { setting: "model", expected, received: "another one" });
        });

  const prepare = (request: ModelRequest): ModelRequest => {
    const { tools: given, modelSettings, previousResponseId, conversationId } = request;
    // The API holds the items before: what they loaded cannot be known, so everything is sent.
    if (previousResponseId !== undefined || conversationId !== undefined) return request;
    // An agent without our search has tools of its own, although it shares the model.
    if (!given.some(({ name }) => name === search.name)) return request;
    const sent = loader.prepare(request, catalogue);
    const forced = loader.isNative === true ? undefined : modelSettings.toolChoice;
    return { ...sent, tools: catalogue.withForced(sent.tools, given, forced) };
  };

  const wrapModel = (model: Model): Model => {
    if (wrapped.has(model)) throw new CoreError("applied_twice", { adapter: "@toolcrib/openai-agents" });
    const unwrap: Loader["unwrap"] = loader.unwrap ?? ((output) => output);
    const around: Model = {
      ...(model.supportsPromptModelSelection === true ? { supportsPromptModelSelection: true } : {}),
      ...(model.getRetryAdvice === undefined ? {} : { getRetryAdvice: (args) => model.getRetryAdvice?.(args) }),
      async getResponse(request) {
        const response = await model.getResponse(prepare(request));
        return { ...response, output: unwrap(response.output, catalogue) };
      },
      async *getStreamedResponse(request) {
        for await (const event of model.getStreamedResponse(prepare(request))) {
          if (event.type !== "response_done") yield event;
          else yield { ...event, response: { ...event.response, output: unwrap(event.response.output, catalogue) } };
        }
      },
    };
    wrapped.add(around);
    isWrapped = true;
    return around;
  };

  const skillTool = (definition: Tool) =>
    asTool<Context>(definition, async (input) => (await catalogue.answerSkill(definition.name ?? "", input, [])).text);

  return {
    tools: [...byName.values(), search, ...skillTools.map(skillTool)],
    wrapModel,
    wrapProvider: (provider) => ({ getModel: async (name) => wrapModel(await provider.getModel(name)) }),
  };
}

type Definition = Pick<FunctionTool, "name" | "description" | "parameters">;

function catalogueTool({ name, description, parameters }: Definition): Tool {
  return { name, description, input_schema: parameters };
}

function asTool<Context>(
  { name = "", description, input_schema }: Tool,
  execute: (input: unknown) => Promise<string>,
): AgentTool<Context> {
  const parameters = { additionalProperties: true, ...(input_schema as object) } as never;
  // The SDK tells the model about other errors; what is wrong with the program is for the program.
  const errorFunction = (_context: unknown, error: unknown) => {
    if (error instanceof CoreError) throw error;
    return `An error occurred while running the tool. Please try again. Error: ${String(error)}`;
  };
  return tool({
    name,
    description: description ?? "",
    parameters,
    strict: false,
    execute,
    errorFunction,
  }) as AgentTool<Context>;
}
