import type { Tool } from "@toolcrib/core";
import { blockText, contentText, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { isMedia } from "../../../../shared/blocks/media-source.ts";
import { failureText } from "../../../../shared/blocks/message-blocks.ts";
import { type ChatPart, mediaParts, textPart } from "./media-parts.ts";
import type { MessageContext } from "./message-context.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface WrittenResult {
  readonly content: string | readonly (ChatPart | Fields)[];
  /** Media that only a user message can carry; it follows the results. */
  readonly beside: readonly ChatPart[];
}

/** The result of a call as the content of a `tool` message. */
export function writeToolResult(
  given: LooseBlock,
  callId: string,
  { traits, deferred }: Pick<MessageContext, "traits" | "deferred">,
): WrittenResult {
  const found = deferred.referencesIn(given);
  if (found.length > 0 && deferred.loading === "reference") {
    const texts = withoutReferences(given, found).map((inner) => textPart(blockText(inner)));
    return { content: [...texts, ...deferred.partsFor(found)], beside: [] };
  }
  const block: LooseBlock =
    found.length === 0
      ? given
      : { ...given, content: [...withoutReferences(given, found), textPart(deferred.noteFor(found))] };
  const blocks = Array.isArray(block["content"]) ? (block["content"] as LooseBlock[]) : [];
  const hasFailed = block["is_error"] === true;
  if (!blocks.some(isMedia)) return { content: resultText(contentText(block["content"]), hasFailed), beside: [] };
  const parts = blocks.flatMap((inner) => (isMedia(inner) ? mediaParts(inner, traits) : [textPart(blockText(inner))]));
  if (traits.takesImagesInResults) {
    return { content: hasFailed ? [textPart("Error:"), ...parts] : parts, beside: [] };
  }
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const media = parts.filter(({ type }) => type !== "text");
  if (media.length === 0) return { content: resultText(texts.join("\n\n"), hasFailed), beside: [] };
  return {
    content: resultText([...texts, `[${media.length} attached below]`].join("\n\n"), hasFailed),
    beside: [textPart(`Attached to the result of call ${callId}:`), ...media],
  };
}

function withoutReferences({ content }: LooseBlock, found: readonly Tool[]): readonly LooseBlock[] {
  const names = new Set<unknown>(found.map(({ name }) => name));
  return (content as readonly LooseBlock[]).filter(
    (inner) => inner.type !== "tool_reference" || !names.has(inner["tool_name"]),
  );
}

/** The format has no flag for a failure, so the text says it. */
function resultText(text: string, hasFailed: boolean): string {
  return hasFailed ? failureText(text) : text;
}
