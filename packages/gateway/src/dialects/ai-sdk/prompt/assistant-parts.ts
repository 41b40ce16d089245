import type {
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
} from "@ai-sdk/provider";
import { blockText, type LooseBlock } from "../../shared/blocks/block-text.ts";
import { toProviderCall } from "../../shared/tools/call-ids.ts";
import { readThought } from "../provider/thinking-signature.ts";
import { textPart } from "./media-parts.ts";
import type { PromptContext } from "./prompt-context.ts";

type AssistantPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart;

/** The model's own text and calls, as they are sent back to it. */
export function assistantParts(blocks: readonly LooseBlock[], context: PromptContext): AssistantPart[] {
  return blocks.flatMap((block): AssistantPart[] => {
    if (block.type === "thinking" || block.type === "redacted_thinking") return thoughtParts(block, context);
    if (block.type === "tool_use") return [callPart(block, context)];
    const text = blockText(block);
    return text === "" ? [] : [textPart(text)];
  });
}

function thoughtParts(block: LooseBlock, { upstreamName }: PromptContext): LanguageModelV4ReasoningPart[] {
  const thought = readThought(block["signature"] ?? block["data"], upstreamName);
  // Thinking of another model: its signature is for another provider, and it is not part of the text.
  if (thought === undefined) return [];
  const text = typeof block["thinking"] === "string" ? block["thinking"] : "";
  const { metadata } = thought;
  return [{ type: "reasoning", text, ...(metadata === undefined ? {} : { providerOptions: metadata }) }];
}

function callPart(block: LooseBlock, { names, traits, calls }: PromptContext): LanguageModelV4ToolCallPart {
  const clientId = String(block["id"]);
  const toolName = names.toProvider(String(block["name"]));
  const { id, metadata } = toProviderCall(clientId, traits);
  calls.set(clientId, { id, toolName });
  return {
    type: "tool-call",
    toolCallId: id,
    toolName,
    // Keep the model's key order: sorted keys would teach it to write a wrapper's arguments before its name.
    input: block["input"] ?? {},
    ...(metadata === undefined ? {} : { providerOptions: metadata }),
  };
}
