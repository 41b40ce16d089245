import type { CallWrapper } from "../loaders/loader.ts";
import type { AdapterCatalogue } from "./adapter-catalogue.ts";
import { readSearchOutput } from "./search-output.ts";

/** A message to a model in the form of the AI SDK, which Mastra's models take, too. */
interface ModelMessage {
  readonly role: string;
  readonly content: unknown;
}

/** A part of a message, of an answer or of a stream, as far as the bridge reads it. */
interface ModelPart {
  readonly type: string;
  readonly id?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: { readonly type: string; readonly value?: unknown };
  readonly delta?: string;
}

/** The prompt with definitions in its search results, and with calls of these tools as calls of the bridge. */
export function bridgePrompt<Message extends ModelMessage>(
  prompt: readonly Message[],
  catalogue: AdapterCatalogue,
  isBehind: (toolName: string) => boolean,
): Message[] {
  const { name: bridge } = catalogue.bridge.tool;
  const mapPart = (part: ModelPart): ModelPart => {
    const { type, toolName = "", input, output } = part;
    if (type === "tool-result" && toolName === catalogue.searchTool.name) {
      // An error stays what it is.
      if (output?.type !== "json" && output?.type !== "text") return part;
      const { tools, ...rest } = readSearchOutput(output.value);
      const value = catalogue.describe({ ...rest, tools: tools.filter(isBehind) });
      return { ...part, output: { type: "text", value } };
    }
    if (!isBehind(toolName)) return part;
    if (type !== "tool-call") return { ...part, toolName: bridge };
    const call = catalogue.wrapCall({ name: toolName, input });
    return { ...part, toolName: call.name, input: call.input };
  };
  return prompt.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(mapPart) } : message,
  );
}

/**
 * Reads the parts of one answer, whole or while it streams, and returns those that the model means. A call of the bridge
 * is held back only until the name of the tool is known.
 */
export function createPartReader<Part extends { readonly type: string }>(
  catalogue: AdapterCatalogue,
): (part: Part) => readonly Part[] {
  type Reader = ReturnType<CallWrapper["createReader"]>;
  const { bridge } = catalogue;
  const open = new Map<string, { readonly start: ModelPart; readonly reader: Reader }>();
  const startOrDelta = (id: string, start: ModelPart, { name, argumentText }: ReturnType<Reader["push"]>) => [
    ...(name === undefined ? [] : [{ ...start, toolName: name }]),
    ...(argumentText === "" ? [] : [{ type: "tool-input-delta", id, delta: argumentText }]),
  ];
  const read = (part: ModelPart): readonly ModelPart[] => {
    const { type, id = "", toolName = "", input, delta = "" } = part;
    if (type === "tool-call") {
      const call = catalogue.unwrapText({ name: toolName, argumentText: String(input) });
      return [call.name === toolName ? part : { ...part, toolName: call.name, input: call.argumentText }];
    }
    if (type === "tool-input-start" && toolName === bridge.tool.name) {
      open.set(id, { start: part, reader: bridge.createReader() });
      return [];
    }
    const call = type === "tool-input-delta" || type === "tool-input-end" ? open.get(id) : undefined;
    if (call === undefined) return [part];
    if (type === "tool-input-delta") return startOrDelta(id, call.start, call.reader.push(delta));
    const rest = startOrDelta(id, call.start, call.reader.end());
    // Without a name nothing was shown, so there is nothing to end.
    return call.reader.name === undefined ? [] : [...rest, part];
  };
  return read as unknown as (part: Part) => readonly Part[];
}
