import { blockText, type LooseBlock } from "../../../../ai-sdk/prompt/block-text.ts";
import { toProviderCall } from "../../../../ai-sdk/tools/call-ids.ts";
import { readReasoning } from "../../wire/kept-reasoning.ts";
import type { ChatMessage, MessageContext } from "./message-context.ts";

const thinkingTypes: ReadonlySet<string> = new Set(["thinking", "redacted_thinking"]);

/** What the model said and called; undefined if it said nothing that this upstream can read. */
export function writeAssistantMessage(blocks: readonly LooseBlock[], context: MessageContext): ChatMessage | undefined {
  const thoughts = blocks.filter(({ type }) => thinkingTypes.has(type));
  const calls = blocks.filter(({ type }) => type === "tool_use").map((block) => writeCall(block, context));
  const text = blocks
    .filter(({ type }) => type !== "tool_use" && !thinkingTypes.has(type))
    .map(blockText)
    .join("");
  if (text === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...readReasoning(thoughts, context.upstreamName),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function writeCall(block: LooseBlock, { names, traits, callIds }: MessageContext): object {
  const clientId = String(block["id"]);
  const { id, metadata } = toProviderCall(clientId, traits);
  callIds.set(clientId, id);
  return {
    id,
    type: "function",
    // In the order in which the model wrote them: sorted keys would teach it to write a wrapper's arguments before its name.
    function: { name: names.toProvider(String(block["name"])), arguments: JSON.stringify(block["input"] ?? {}) },
    ...(metadata === undefined ? {} : { extra_content: metadata }),
  };
}
