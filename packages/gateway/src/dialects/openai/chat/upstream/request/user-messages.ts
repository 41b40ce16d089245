import { blockText, contentText, type LooseBlock } from "../../../../ai-sdk/prompt/block-text.ts";
import { type ChatPart, isMedia, mediaPart, textPart } from "./media-parts.ts";
import type { ChatMessage, MessageContext } from "./message-context.ts";
import { writeToolResult } from "./tool-result.ts";

/** A user message: the results of calls first, as the API wants them, then everything else. */
export function writeUserMessages(blocks: readonly LooseBlock[], context: MessageContext): readonly ChatMessage[] {
  const results: ChatMessage[] = [];
  const beside: ChatPart[] = [];
  const said: ChatPart[] = [];
  for (const block of blocks) {
    const callId = block.type === "tool_result" ? context.callIds.get(String(block["tool_use_id"])) : undefined;
    if (callId !== undefined) {
      const result = writeToolResult(block, callId, context.traits);
      results.push({ role: "tool", tool_call_id: callId, content: result.content });
      beside.push(...result.beside);
    } else if (block.type === "tool_result") {
      // A result whose call is gone is still something that the model should know.
      said.push(textPart(contentText(block["content"])));
    } else {
      said.push(isMedia(block) ? mediaPart(block, context.traits) : textPart(blockText(block)));
    }
  }
  const message = userMessage([...beside, ...said]);
  return message === undefined ? results : [...results, message];
}

/** A message of the user. A single text is written as a string, which servers without parts take too. */
export function userMessage(parts: readonly ChatPart[]): ChatMessage | undefined {
  const content = parts.filter((part) => part.type !== "text" || part.text !== "");
  const [first] = content;
  if (first === undefined) return undefined;
  return { role: "user", content: content.length === 1 && first.type === "text" ? first.text : content };
}
