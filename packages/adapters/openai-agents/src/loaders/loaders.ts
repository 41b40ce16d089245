import type { AgentInputItem, ModelRequest } from "@openai/agents";
import { type AdapterCatalogue, type CallText, readSearchOutput, type TranscriptResult } from "@toolcrib/core/adapters";

/** How found tools become callable. */
export type LoaderName = "client-search" | "append" | "bridge";

export interface Loader {
  /** Whether the model searches with OpenAI's own `tool_search`, which the SDK answers from our ranker. */
  readonly isNative?: boolean;
  readonly prepare: (request: ModelRequest, catalogue: AdapterCatalogue) => ModelRequest;
  readonly unwrap?: <Item extends object>(output: Item[], catalogue: AdapterCatalogue) => Item[];
}

/** The API keeps found tools where the search result stands: nothing but the search tool has to be in the list. */
const clientSearch: Loader = {
  isNative: true,
  prepare: (request, catalogue) => ({ ...request, tools: catalogue.eager(request.tools) }),
};

/** Found tools are appended to the list of tools, in the order found. */
const append: Loader = {
  prepare: (request, catalogue) => ({
    ...withSystemText(request, catalogue),
    tools: catalogue.visible(request.tools, catalogue.loaded(resultsOf(request.input))),
  }),
};

/** The list of tools never changes: search results contain the definitions, and one tool calls what was found. */
const bridge: Loader = {
  prepare(request, catalogue) {
    const { name, description = "", input_schema: parameters } = catalogue.bridge.tool;
    const callTool = { type: "function", name, description, parameters, strict: false };
    const wrapped = (item: AgentInputItem): AgentInputItem => {
      if (item.type === "function_call_result" && item.name === catalogue.searchTool.name) {
        return { ...item, output: catalogue.describe(readSearchOutput(textOf(item.output))) };
      }
      if (item.type === "function_call_result") return catalogue.isDeferred(item.name) ? { ...item, name } : item;
      return item.type === "function_call" ? mapCall(item, (call) => catalogue.wrapText(call)) : item;
    };
    const { input } = request;
    return {
      ...withSystemText(request, catalogue),
      tools: [...catalogue.eager(request.tools), callTool as ModelRequest["tools"][number]],
      input: typeof input === "string" ? input : input.map(wrapped),
    };
  },
  unwrap: (output, catalogue) =>
    output.map((item) => (isCall(item) ? mapCall(item, (call) => catalogue.unwrapText(call)) : item)),
};

export const loaders: Readonly<Record<LoaderName, Loader>> = { append, "client-search": clientSearch, bridge };

function isCall<Item extends object>(item: Item): item is Item & { name: string; arguments: string } {
  return "type" in item && item.type === "function_call";
}

function mapCall<Item extends { name: string; arguments: string }>(
  item: Item,
  map: (call: CallText) => CallText,
): Item {
  const { name, argumentText } = map({ name: item.name, argumentText: item.arguments });
  return name === item.name ? item : { ...item, name, arguments: argumentText };
}

function withSystemText(request: ModelRequest, catalogue: AdapterCatalogue): ModelRequest {
  const systemInstructions = catalogue.appendSystemText(request.systemInstructions);
  return systemInstructions === undefined ? request : { ...request, systemInstructions };
}

function resultsOf(input: ModelRequest["input"]): TranscriptResult[] {
  if (typeof input === "string") return [];
  return input.flatMap((item) =>
    item.type === "function_call_result" ? [{ name: item.name, output: textOf(item.output) }] : [],
  );
}

function textOf(output: unknown): unknown {
  if (Array.isArray(output)) return output.map(textOf).join("");
  return typeof output === "object" && output !== null && "text" in output ? output.text : output;
}
