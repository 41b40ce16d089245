import { isDeepStrictEqual } from "node:util";
import type { ContentBlock } from "@toolcrib/core";
import { callInput } from "../../../../inner-form/call-input.ts";
import { foreignType } from "../../../../inner-form/foreign-type.ts";
import { textOf } from "../../shared/loose-values.ts";
import type { Fields } from "../../shared/read-values.ts";
import type { ItemStatus } from "../client/answer/item-types.ts";
import { type ItemPlace, outputText, toOutputItem } from "../client/answer/output-item.ts";
import { originalOf } from "../wire/original.ts";

/** A block of the answer as an item, with everything that the upstream's item says; undefined for what is not the client's to see. */
export function ownItem(block: ContentBlock, place: ItemPlace, status: ItemStatus): Fields | undefined {
  const { item } = originalOf(block) ?? {};
  if (block.type === foreignType) return item;
  const made = toOutputItem(block, place, status) as Fields | undefined;
  if (made === undefined || item === undefined) return made;
  if (block.type === "thinking" || block.type === "redacted_thinking") return item;
  // A call of the gateway's wrapper becomes one of the real tool, which may be of another kind.
  if (item["type"] !== made["type"]) return made;
  const { namespace: _namespace, ...given } = item;
  return { ...given, ...made, id: item["id"] ?? made["id"], ...argumentsOf(made, item) };
}

/** The arguments as the model wrote them, where they are the same. */
function argumentsOf({ arguments: made }: Fields, { arguments: given }: Fields): Fields {
  if (typeof made !== "string" || typeof given !== "string") return {};
  return isDeepStrictEqual(callInput(made), callInput(given)) ? { arguments: given } : {};
}

/** A part of a message. */
export function ownPart(block: ContentBlock, text: string): Fields {
  const { part } = originalOf(block) ?? {};
  if (part === undefined) return outputText(text) as Fields;
  return part["type"] === "refusal" ? { ...part, refusal: text } : { ...part, text };
}

/** The message that a text belongs to; texts of one message have the same. */
export function messageOf(block: ContentBlock): Fields | undefined {
  return block.type === "text" ? originalOf(block)?.item : undefined;
}

export function blockText(block: ContentBlock): string {
  return textOf((block as { readonly text?: unknown }).text);
}
