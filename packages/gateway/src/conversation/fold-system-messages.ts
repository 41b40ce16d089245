import type { ContentBlock, Message } from "@toolcrib/core";
import type { TextBlock } from "@toolcrib/core/conversation";
import { oncePer } from "@toolcrib/shared/caches";

/**
 * The conversation without messages of role `system`, for upstreams with only two roles (F22): their text is appended
 * to the user message before them, marked as a reminder. It depends only on earlier messages, so that a conversation
 * keeps its prefix as it grows.
 */
export function foldSystemMessages(messages: readonly Message[]): readonly Message[] {
  if (messages.every(({ role }) => role === "user" || role === "assistant")) return messages;
  const written: Message[] = [];
  /** The content of the last message, once it is not the client's list any more. */
  let own: ContentBlock[] | undefined;
  for (const message of messages) {
    if (message.role === "user" || message.role === "assistant") {
      written.push(message);
      continue;
    }
    const texts = remindersOf(message);
    if (texts.length === 0) continue;
    const before = written.at(-1);
    if (before?.role === "user" && before.content === own) {
      for (const text of texts) own.push(text);
      continue;
    }
    own = before?.role === "user" ? [...blocksOf(before), ...texts] : [...texts];
    const folded: Message = { ...(before?.role === "user" && before), role: "user", content: own };
    if (before?.role === "user") written[written.length - 1] = folded;
    else written.push(folded);
  }
  return written;
}

const remindersOf = oncePer((message: Message): readonly ContentBlock[] =>
  blocksOf(message).flatMap((block) => (block.type === "text" ? [reminder(block as TextBlock)] : [block])),
);

function reminder(block: TextBlock): ContentBlock {
  if (block.text.includes("<system-reminder>")) return block;
  return { ...block, text: `<system-reminder>\n${block.text}\n</system-reminder>` } as TextBlock;
}

function blocksOf({ content }: Message): readonly ContentBlock[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content } as TextBlock];
}
