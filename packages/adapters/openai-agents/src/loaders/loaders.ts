import type { AgentInputItem, ModelRequest } from "@openai/agents";
import { CoreError } from "@toolcrib/core";
import { type AdapterCatalogue, readSearchOutput, type TranscriptResult } from "@toolcrib/core/adapters";

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
    const { bridge: wrapper } = catalogue;
    const { name, description = "", input_schema: parameters } = wrapper.tool;
    const callTool = {
      type: "function",
      name,
      description,
      parameters,
      strict: false,
    } as ModelRequest["tools"][number];
    const wrapped = (item: AgentInputItem): AgentInputItem => {
      if (item.type === "function_call_result" && item.name === catalogue.searchTool.name) {
        return { ...item, output: catalogue.describe(readSearchOutput(textOf(item.output))) };
      }
      if (!("name" in item) || typeof item.name !== "string" || !catalogue.isDeferred(item.name)) return item;
      if (item.type === "function_call_result") return { ...item, name };
      if (item.type !== "function_call") return item;
      const input = { name: item.name, arguments: JSON.parse(item.arguments) as unknown };
      return { ...item, name, arguments: JSON.stringify(input) };
    };
    const { input } = request;
    return {
      ...withSystemText(request, catalogue),
      tools: [...catalogue.eager(request.tools), callTool],
      input: typeof input === "string" ? input : input.map(wrapped),
    };
  },
  unwrap: (output, { bridge: wrapper }) =>
    output.map((item) => {
      if (!isCall(item) || item.name !== wrapper.tool.name) return item;
      const reader = wrapper.createReader();
      const parts = [reader.push(item.arguments), reader.end()];
      if (reader.name === undefined) return item;
      return { ...item, name: reader.name, arguments: parts.map(({ argumentText }) => argumentText).join("") };
    }),
};

const loaders: Readonly<Record<LoaderName, Loader>> = { "client-search": clientSearch, append, bridge };

function isCall<Item extends object>(item: Item): item is Item & { name: string; arguments: string } {
  return "type" in item && item.type === "function_call";
}

/** Throws for a name that is not a loader's. */
export function loaderOf(name: LoaderName = "append"): Loader {
  if (Object.hasOwn(loaders, name)) return loaders[name];
  const expected = `one of ${Object.keys(loaders).join(", ")}`;
  throw new CoreError("invalid_setting", { setting: "loader", expected, received: JSON.stringify(name) });
}

function withSystemText(request: ModelRequest, { systemText }: AdapterCatalogue): ModelRequest {
  const texts = [request.systemInstructions, systemText].filter((text) => text !== undefined && text !== "");
  return texts.length === 0 ? request : { ...request, systemInstructions: texts.join("\n\n") };
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
