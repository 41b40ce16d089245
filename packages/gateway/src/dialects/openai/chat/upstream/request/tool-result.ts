import { blockText, contentText, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import type { ChatTraits } from "./chat-traits.ts";
import { type ChatPart, isMedia, mediaPart, textPart } from "./media-parts.ts";

export interface WrittenResult {
  readonly content: string | readonly ChatPart[];
  /** Media that only a user message can carry; it follows the results. */
  readonly beside: readonly ChatPart[];
}

/** The result of a call as the content of a `tool` message. */
export function writeToolResult(block: LooseBlock, callId: string, traits: ChatTraits): WrittenResult {
  const blocks = Array.isArray(block["content"]) ? (block["content"] as LooseBlock[]) : [];
  const hasFailed = block["is_error"] === true;
  if (!blocks.some(isMedia)) return { content: resultText(contentText(block["content"]), hasFailed), beside: [] };
  const parts = blocks.map((inner) => (isMedia(inner) ? mediaPart(inner, traits) : textPart(blockText(inner))));
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

/** The format has no flag for a failure, so the text says it. */
function resultText(text: string, hasFailed: boolean): string {
  return !hasFailed || /^\W*(tool_use_)?error/i.test(text) ? text : `Error: ${text}`;
}
