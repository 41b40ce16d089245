import type { ContentBlock } from "@toolcrib/core";
import { writeExactly } from "@toolcrib/shared/json";
import { programToolName } from "../../../../../inner-form/program-parts.ts";
import { customText } from "../../../shared/custom-tools.ts";
import { keepReasoning } from "../../../shared/kept-reasoning.ts";
import { textOf } from "../../../shared/loose-values.ts";
import type { Fields } from "../../../shared/read-values.ts";
import { clientToolOf, type ToolNames } from "../../wire/tool-names.ts";
import { callerField } from "../programs/caller-field.ts";
import type { ItemStatus, OutputItem } from "./item-types.ts";
import { programItem, programOutputItem } from "./program-output.ts";
import { searchCallItem, searchOutputItem } from "./search-output.ts";

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
  switch (block.type) {
    case "text":
      return {
        type: "message",
        id: id("msg"),
        role: "assistant",
        status,
        content: [outputText(textOf(fields["text"]))],
      };
    case "tool_use":
      return callItem(fields, id, place.names, status);
    case "server_tool_use":
      if (fields["name"] === programToolName) return programItem(fields, id("prg"));
      return textOf(fields["name"]).startsWith("tool_search_tool_") ? searchCallItem(fields, status) : undefined;
    case "code_execution_tool_result":
      return programOutputItem(fields, id("prgo"));
    case "tool_search_tool_result":
      return searchOutputItem(fields, place.names);
    case "thinking":
    case "redacted_thinking": {
      const thought = textOf(fields["thinking"]);
      const summary = thought === "" ? [] : [summaryText(thought)];
      return { type: "reasoning", id: id("rs"), summary, encrypted_content: keepReasoning(block) };
    }
    default:
      return undefined;
  }
}

/** What the model, or its API, says about a refusal; undefined if there are no words. */
export function refusalItem(ending: Fields, { stem, index }: Omit<ItemPlace, "names">): OutputItem | undefined {
  const { explanation } = (ending["stop_details"] ?? {}) as Fields;
  const refusal = ending["stop_reason"] === "refusal" ? textOf(explanation) : "";
  if (refusal === "") return undefined;
  const content = [{ type: "refusal", refusal }];
  return { type: "message", id: `msg_${stem}_${index}`, role: "assistant", status: "completed", content };
}

export function outputText(text: string): object {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

export function summaryText(text: string): object {
  return { type: "summary_text", text };
}

function callItem(
  { id: callId, name: called, input, caller }: Fields,
  id: (prefix: string) => string,
  names: ToolNames,
  status: ItemStatus,
): OutputItem {
  const written = textOf(called);
  const { kind, name: bare, namespace: own, definition } = clientToolOf(written, names);
  // The bare name of a server's tool may be that of a function of the client.
  const name = kind === "mcp" ? written : bare;
  if (kind === "search") {
    const call_id = textOf(callId);
    return { type: "tool_search_call", id: id("tsc"), execution: "client", call_id, status, arguments: input ?? {} };
  }
  // A function that a search loads has its own name as its namespace.
  const namespace = own ?? (definition?.["defer_loading"] === true ? name : undefined);
  const place = namespace === undefined ? {} : { namespace };
  const shared = { call_id: textOf(callId), name, ...place, status, ...callerField(caller) };
  return kind === "custom"
    ? { type: "custom_tool_call", id: id("ctc"), ...shared, input: customText(input) }
    : { type: "function_call", id: id("fc"), ...shared, arguments: writeExactly(input ?? {}) };
}
