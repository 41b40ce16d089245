import { writeExactly } from "@toolcrib/shared/json";
import { blockText, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { toProviderCall } from "../../../../shared/tools/call-ids.ts";
import { customText } from "../../../shared/custom-tools.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import { readReasoning } from "../../wire/kept-reasoning.ts";
import { readContent } from "../../wire/read-content.ts";
import { isSameCall } from "./client-chat.ts";
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
  const own = ownMessage(blocks, context);
  // An answer of several rounds is one message of the client: only what is the same is the client's.
  if (own !== undefined && readContent(own).text === text) return { ...own, tool_calls: calls };
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...readReasoning(thoughts, context.upstreamName),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function ownMessage(blocks: readonly LooseBlock[], { client }: MessageContext): ChatMessage | undefined {
  for (const { type, id } of blocks) {
    const own = type === "tool_use" ? client?.callOf(id)?.message : undefined;
    if (own !== undefined) return own;
  }
  return undefined;
}

function writeCall(block: LooseBlock, { names, traits, callIds, client }: MessageContext): object {
  const clientId = String(block["id"]);
  const own = client?.callOf(clientId)?.call;
  if (own !== undefined) {
    callIds.set(clientId, clientId);
    if (isSameCall(block, own)) return own;
    const { custom: _custom, ...kept } = own;
    return { ...kept, type: "function", function: writeFunction(block, names) };
  }
  const { id, metadata } = toProviderCall(clientId, traits);
  callIds.set(clientId, id);
  if (traits.takesCustomTools && sharedOf(block).custom !== undefined) {
    const name = names.toProvider(String(block["name"]));
    return { id, type: "custom", custom: { name, input: customText(block["input"]) } };
  }
  return {
    id,
    type: "function",
    function: writeFunction(block, names),
    ...(metadata === undefined ? {} : { extra_content: metadata }),
  };
}

function writeFunction(block: LooseBlock, names: MessageContext["names"]): object {
  // In the order in which the model wrote them: sorted keys would teach it to write a wrapper's arguments before its name.
  return { name: names.toProvider(String(block["name"])), arguments: writeExactly(block["input"] ?? {}) };
}
