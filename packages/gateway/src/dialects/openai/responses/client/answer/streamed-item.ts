import type { ContentBlock } from "@toolcrib/core";
import type { BlockDelta } from "../../../../../contracts/inner-form.ts";
import { BlockBuilder } from "../../../../../inner-form/block-builder.ts";
import { textOf } from "../../../shared/loose-values.ts";
import type { OutputItem } from "./item-types.ts";
import { type ItemPlace, outputText, summaryText, toOutputItem } from "./output-item.ts";

/** Writes one event of a stream. */
export type WriteEvent = (type: string, fields: object) => string;

/** An item while it is streamed. */
export interface StreamedItem {
  begin(): string;
  delta(delta: BlockDelta): string;
  /** The item as it is now. */
  finish(status: "completed" | "incomplete"): { readonly item: OutputItem; readonly events: string };
}

/** Streams a block of the answer; undefined for a type that this API has no item for. */
export function streamItem(block: ContentBlock, place: ItemPlace, write: WriteEvent): StreamedItem | undefined {
  const first = toOutputItem(block, place, "in_progress");
  if (first === undefined) return undefined;
  const at = { item_id: first.id, output_index: place.index };
  const parts = partEvents(first, at, write);
  const builder = new BlockBuilder(block);
  let text = "";
  const push = (piece: string): string => {
    text += piece;
    return piece === "" ? "" : parts.delta(piece);
  };
  return {
    begin() {
      const added = write("response.output_item.added", { output_index: place.index, item: parts.empty });
      // A block may come whole with its first event.
      return (
        added + parts.begin() + (first.type === "message" || first.type === "reasoning" ? push(wholeText(block)) : "")
      );
    },
    delta(delta) {
      builder.add(delta);
      return push(pieceOf(delta));
    },
    finish(status) {
      const built = toOutputItem(builder.buildRepaired(), place, status) ?? first;
      // The arguments as they were streamed, which need not be how we would write them.
      const item = built.type === "function_call" && text !== "" ? { ...built, arguments: text } : built;
      const rest = item.type === "function_call" && text === "" ? push(textOf(item["arguments"])) : "";
      const events = rest + parts.end(item, text);
      return { item, events: events + write("response.output_item.done", { output_index: place.index, item }) };
    },
  };
}

/** The events of a refusal, whose words are known at the end of an answer. */
export function refusalEvents(item: OutputItem, output_index: number, write: WriteEvent): string {
  const [part] = item["content"] as readonly { readonly refusal: string }[];
  const refusal = part?.refusal ?? "";
  const at = { item_id: item.id, output_index, content_index: 0 };
  return [
    write("response.output_item.added", { output_index, item: { ...item, status: "in_progress", content: [] } }),
    write("response.content_part.added", { ...at, part: { type: "refusal", refusal: "" } }),
    write("response.refusal.delta", { ...at, delta: refusal }),
    write("response.refusal.done", { ...at, refusal }),
    write("response.content_part.done", { ...at, part }),
    write("response.output_item.done", { output_index, item }),
  ].join("");
}

interface PartEvents {
  /** The item before anything of it is known. */
  readonly empty: OutputItem;
  begin(): string;
  delta(piece: string): string;
  end(item: OutputItem, text: string): string;
}

function partEvents(item: OutputItem, at: object, write: WriteEvent): PartEvents {
  const inContent = { ...at, content_index: 0 };
  const inSummary = { ...at, summary_index: 0 };
  switch (item.type) {
    case "message":
      return {
        empty: { ...item, content: [] },
        begin: () => write("response.content_part.added", { ...inContent, part: outputText("") }),
        delta: (delta) => write("response.output_text.delta", { ...inContent, delta, logprobs: [] }),
        end: (_item, text) =>
          write("response.output_text.done", { ...inContent, text, logprobs: [] }) +
          write("response.content_part.done", { ...inContent, part: outputText(text) }),
      };
    case "function_call":
      return {
        empty: { ...item, arguments: "" },
        begin: () => "",
        delta: (delta) => write("response.function_call_arguments.delta", { ...at, delta }),
        end: ({ name, arguments: text }) =>
          write("response.function_call_arguments.done", { ...at, name, arguments: text }),
      };
    case "custom_tool_call":
      return {
        empty: { ...item, input: "" },
        begin: () => "",
        // The model writes JSON, and the client is given the text in it: it is known when the JSON is complete.
        delta: () => "",
        end: ({ input }) =>
          (input === "" ? "" : write("response.custom_tool_call_input.delta", { ...at, delta: input })) +
          write("response.custom_tool_call_input.done", { ...at, input }),
      };
    case "tool_search_call":
      return { empty: { ...item, arguments: {} }, begin: () => "", delta: () => "", end: () => "" };
    case "program":
      return { empty: { ...item, code: "" }, begin: () => "", delta: () => "", end: () => "" };
    case "program_output":
    case "tool_search_output":
    case "mcp_list_tools":
    case "mcp_call":
    case "mcp_approval_request":
      return { empty: item, begin: () => "", delta: () => "", end: () => "" };
    case "reasoning": {
      let hasPart = false;
      const { encrypted_content: _content, ...empty } = item;
      return {
        empty: { ...empty, type: item.type, id: item.id, summary: [] },
        begin: () => "",
        delta: (delta) => {
          const added = hasPart
            ? ""
            : write("response.reasoning_summary_part.added", { ...inSummary, part: summaryText("") });
          hasPart = true;
          return added + write("response.reasoning_summary_text.delta", { ...inSummary, delta });
        },
        end: (_item, text) =>
          hasPart
            ? write("response.reasoning_summary_text.done", { ...inSummary, text }) +
              write("response.reasoning_summary_part.done", { ...inSummary, part: summaryText(text) })
            : "",
      };
    }
  }
}

function wholeText(block: ContentBlock): string {
  const { text, thinking } = block as unknown as Readonly<Record<string, unknown>>;
  return textOf(text) || textOf(thinking);
}

function pieceOf(delta: BlockDelta): string {
  const fields = delta as Readonly<Record<string, unknown>>;
  if (delta.type === "text_delta") return textOf(fields["text"]);
  if (delta.type === "thinking_delta") return textOf(fields["thinking"]);
  return delta.type === "input_json_delta" ? textOf(fields["partial_json"]) : "";
}
