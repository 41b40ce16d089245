import type { Tool } from "@toolcrib/core";
import { blockText, contentText, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { isMedia } from "../../../../shared/blocks/media-source.ts";
import { originOf } from "../../wire/origins.ts";
import { type ChatPart, mediaParts, textPart } from "./media-parts.ts";
import type { ChatMessage, MessageContext } from "./message-context.ts";
import { writeToolResult } from "./tool-result.ts";
import { writeTool } from "./tools.ts";

/** A user message: the results of calls first, as the API wants them, then everything else. */
export function writeUserMessages(blocks: readonly LooseBlock[], context: MessageContext): readonly ChatMessage[] {
  const results: ChatMessage[] = [];
  const beside: ChatPart[] = [];
  const parts: ChatPart[] = [];
  const found: Tool[] = [];
  for (const block of blocks) {
    const callId = block.type === "tool_result" ? context.callIds.get(String(block["tool_use_id"])) : undefined;
    if (callId !== undefined) {
      const own = originOf(block);
      if (own !== undefined && context.client !== undefined && context.deferred.takesOwnResult(block)) {
        results.push(own as ChatMessage);
        continue;
      }
      for (const tool of context.deferred.referencesIn(block)) found.push(tool);
      const result = writeToolResult(block, callId, context);
      const kept = context.client?.resultOf(block["tool_use_id"]);
      results.push({ ...kept, role: "tool", tool_call_id: callId, content: result.content });
      for (const part of result.beside) beside.push(part);
    } else if (block.type === "tool_result") {
      // A result whose call is gone is still something that the model should know.
      parts.push(textPart(contentText(block["content"])));
    } else {
      const own = context.client === undefined ? undefined : originOf(block);
      parts.push(...(own === undefined ? writeParts(block, context) : [own as ChatPart]));
    }
  }
  const message = userMessage([...beside, ...parts]);
  const loaded = [...results, ...toolsMessage(found, context)];
  return message === undefined ? loaded : [...loaded, { ...context.client?.userOf(blocks), ...message }];
}

/** A message that brings tools which the conversation has not loaded before. It has no content: servers refuse both together. */
export function toolsMessage(tools: readonly Tool[], { deferred, names }: MessageContext): readonly ChatMessage[] {
  if (deferred.loading !== "message") return [];
  const fresh = deferred.load(tools);
  return fresh.length === 0 ? [] : [{ role: "system", tools: fresh.map((tool) => writeTool(tool, names)) }];
}

function writeParts(block: LooseBlock, { traits }: MessageContext): readonly ChatPart[] {
  return isMedia(block) ? mediaParts(block, traits) : [textPart(blockText(block))];
}

/** A message of the user. A single text is written as a string, which servers without parts take too. */
export function userMessage(parts: readonly ChatPart[]): ChatMessage | undefined {
  const content = parts.filter((part) => part.type !== "text" || part.text !== "");
  const [first] = content;
  if (first === undefined) return undefined;
  return { role: "user", content: content.length === 1 && isPlainText(first) ? first.text : content };
}

/** A part of a client's own may say more than its text. */
function isPlainText(part: ChatPart): part is Extract<ChatPart, { type: "text" }> {
  return part.type === "text" && Object.keys(part).length === 2;
}
