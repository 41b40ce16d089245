import type { ContentBlock, Message } from "@toolcrib/core";
import type { TextBlock } from "@toolcrib/core/conversation";
import { oncePer } from "../caches/once-per.ts";

/**
 * The conversation without messages of the role `system`, for upstreams that know only two roles (F22): what they say stands at
 * the end of the user's message before them, marked as a reminder. It depends on the messages before it alone, so that a
 * conversation that goes on keeps its beginning.
 */
export function foldSystemMessages(messages: readonly Message[]): readonly Message[] {
  if (messages.every(({ role }) => role === "user" || role === "assistant")) return messages;
  const written: Message[] = [];
  for (const message of messages) {
    if (message.role === "user" || message.role === "assistant") {
      written.push(message);
      continue;
    }
    const texts = remindersOf(message);
    if (texts.length === 0) continue;
    const before = written.at(-1);
    if (before?.role === "user") written[written.length - 1] = { ...before, content: [...blocksOf(before), ...texts] };
    else written.push({ role: "user", content: texts });
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
