import type {
  LanguageModelV4FilePart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { blockText, contentText, type LooseBlock } from "../../shared/blocks/block-text.ts";
import { isMedia } from "../../shared/blocks/media-source.ts";
import { failureText } from "../../shared/blocks/message-blocks.ts";
import { type MediaRules, mediaParts, textPart } from "./media-parts.ts";

export interface ConvertedResult {
  readonly output: LanguageModelV4ToolResultOutput;
  /** Parts that the provider accepts only in a user message; they follow the results. */
  readonly attachments: readonly (LanguageModelV4TextPart | LanguageModelV4FilePart)[];
}

/** A tool result in the provider's format. */
export function convertToolResult(block: LooseBlock, callId: string, rules: MediaRules): ConvertedResult {
  const blocks = Array.isArray(block["content"]) ? (block["content"] as LooseBlock[]) : [];
  const failed = block["is_error"] === true;
  if (!blocks.some(isMedia))
    return { output: textOutput(contentText(block["content"]), failed, rules), attachments: [] };
  const parts = blocks.flatMap((inner) => (isMedia(inner) ? mediaParts(inner, rules) : [textPart(blockText(inner))]));
  if (rules.traits.takesImagesInResults) {
    // This format has no flag for a failure.
    const value = failed ? [textPart("Error:"), ...parts] : parts;
    return { output: { type: "content", value }, attachments: [] };
  }
  const texts = parts.flatMap((part) => (part.type === "text" ? part.text : []));
  const files = parts.filter((part) => part.type === "file");
  if (files.length === 0) return { output: textOutput(texts.join("\n\n"), failed, rules), attachments: [] };
  const note = `[${files.length} attached below]`;
  return {
    output: textOutput([...texts, note].join("\n\n"), failed, rules),
    attachments: [textPart(`Attached to the result of call ${callId}:`), ...files],
  };
}

function textOutput(text: string, failed: boolean, { traits }: MediaRules): LanguageModelV4ToolResultOutput {
  if (!failed) return { type: "text", value: text };
  return { type: "error-text", value: traits.marksFailedResults ? text : failureText(text) };
}

export function resultPart(
  toolCallId: string,
  toolName: string,
  output: LanguageModelV4ToolResultOutput,
): LanguageModelV4ToolResultPart {
  return { type: "tool-result", toolCallId, toolName, output };
}
