import type { ContentBlock } from "@toolcrib/core";
import { customText } from "../../shared/custom-tools.ts";
import type { Fields } from "../../shared/read-values.ts";
import { keepReasoning } from "./kept-reasoning.ts";
import { clientToolOf, type ToolNames } from "./tool-names.ts";

export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** An item of a response's output. */
export interface OutputItem {
  readonly type: "message" | "function_call" | "custom_tool_call" | "reasoning";
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Where an item stands in its response. */
export interface ItemPlace {
  readonly stem: string;
  readonly index: number;
  readonly names: ToolNames;
}

/** A block of the answer as an item; undefined for a type that this API has no item for. */
export function toOutputItem(block: ContentBlock, place: ItemPlace, status: ItemStatus): OutputItem | undefined {
  const fields = block as unknown as Fields;
  const id = (prefix: string) => `${prefix}_${place.stem}_${place.index}`;
  if (block.type === "text") {
    const content = [outputText(textOf(fields["text"]))];
    return { type: "message", id: id("msg"), role: "assistant", status, content };
  }
  if (block.type === "tool_use") return callItem(fields, id, place.names, status);
  if (block.type !== "thinking" && block.type !== "redacted_thinking") return undefined;
  const thought = textOf(fields["thinking"]);
  return {
    type: "reasoning",
    id: id("rs"),
    summary: thought === "" ? [] : [summaryText(thought)],
    encrypted_content: keepReasoning(block),
  };
}

export function outputText(text: string): object {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

export function summaryText(text: string): object {
  return { type: "summary_text", text };
}

function callItem(
  { id: callId, name: called, input }: Fields,
  id: (prefix: string) => string,
  names: ToolNames,
  status: ItemStatus,
): OutputItem {
  const { kind, name, namespace } = clientToolOf(textOf(called), names);
  const shared = { call_id: textOf(callId), name, ...(namespace === undefined ? {} : { namespace }), status };
  return kind === "custom"
    ? { type: "custom_tool_call", id: id("ctc"), ...shared, input: customText(input) }
    : { type: "function_call", id: id("fc"), ...shared, arguments: JSON.stringify(input ?? {}) };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
