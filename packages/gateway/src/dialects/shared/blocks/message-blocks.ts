import type { Message } from "@toolcrib/core";
import { blockText, joinTexts, type LooseBlock } from "./block-text.ts";

/** The blocks of a message, also of one whose content is a text. */
export function blocksOf({ content }: Pick<Message, "content">): readonly LooseBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return content as readonly LooseBlock[];
}

/** What a system message says. Tools that it adds or removes are written elsewhere. */
export function spokenBlocks(message: Pick<Message, "content">): readonly LooseBlock[] {
  return blocksOf(message).filter(({ type }) => type !== "tool_addition" && type !== "tool_removal");
}

export function spokenText(content: Message["content"]): string {
  return joinTexts(spokenBlocks({ content }).map(blockText));
}

/** A text of the system inside a user message, marked as Claude Code marks its own. */
export function systemReminder(text: string): string {
  return text.startsWith("<system-reminder>") ? text : `<system-reminder>\n${text}\n</system-reminder>`;
}

/** The result of a call that failed, for formats without a flag for that: the text says it. */
export function failureText(text: string): string {
  return /^\W*(tool_use_)?error/i.test(text) ? text : `Error: ${text}`;
}

/** What stands before an answer that begins a conversation: the Messages API wants a message of the user first. */
export const assistantBegins = "(The assistant begins the conversation.)";
