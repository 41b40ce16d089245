import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { blockText, contentText, type LooseBlock } from "../../shared/blocks/block-text.ts";
import { isMedia } from "../../shared/blocks/media-source.ts";
import { mediaParts, textPart } from "./media-parts.ts";
import type { PromptContext } from "./prompt-context.ts";
import { convertToolResult, resultPart } from "./tool-result.ts";

/** A user message: tool results first, as chat models require, then everything else. */
export function userMessages(blocks: readonly LooseBlock[], context: PromptContext): LanguageModelV4Message[] {
  const results: LanguageModelV4ToolResultPart[] = [];
  const attachments: (LanguageModelV4TextPart | LanguageModelV4FilePart)[] = [];
  const parts: (LanguageModelV4TextPart | LanguageModelV4FilePart)[] = [];
  for (const block of blocks) {
    const call = block.type === "tool_result" ? context.calls.get(String(block["tool_use_id"])) : undefined;
    if (call !== undefined) {
      const result = convertToolResult(block, call.id, context);
      results.push(resultPart(call.id, call.toolName, result.output));
      for (const attachment of result.attachments) attachments.push(attachment);
    } else if (block.type === "tool_result") {
      // Keep a result whose call is missing: the model should still see it.
      parts.push(textPart(contentText(block["content"])));
    } else if (isMedia(block)) {
      parts.push(...mediaParts(block, context));
    } else {
      parts.push(textPart(blockText(block)));
    }
  }
  const content = [...attachments, ...parts].filter((part) => part.type !== "text" || part.text !== "");
  return [
    ...(results.length === 0 ? [] : [{ role: "tool", content: results } as const]),
    ...(content.length === 0 ? [] : [{ role: "user", content } as const]),
  ];
}
