import {
  blocksOf,
  type ContentBlock,
  hasPendingServerCall,
  isBlock,
  type Message,
  type ToolResultBlock,
  textBlock,
} from "../conversation/message.ts";

const boundaryText = textBlock("Tool loaded.");

/**
 * What is done about a user message that holds references.
 * `text`: one without any text gets a short one. `relocate`: text beside references moves on to a later message, which rewrites
 * bytes that were sent before and so costs a part of the prompt cache. `none`: nothing.
 */
export type TurnBoundaryForm = "text" | "relocate" | "none";

/** Gives a user message that only loads tools a text, so that the model sees where the turn ends. */
export function markTurnBoundary(message: Message): Message {
  const blocks = blocksOf(message);
  if (message.role !== "user" || !hasReferences(blocks) || blocks.some(({ type }) => type === "text")) return message;
  return { ...message, content: [...blocks, boundaryText] };
}

/** Moves text beside references to the next user message with a result and no reference; where there is none, it stays. */
export function relocateText(messages: readonly Message[]): readonly Message[] {
  const relocated = [...messages];
  for (const [position, message] of messages.entries()) {
    const blocks = blocksOf(relocated[position] ?? message);
    const texts = blocks.filter(({ type }) => type === "text");
    if (message.role !== "user" || texts.length === 0 || !hasReferences(blocks)) continue;
    const target = messages.findIndex((later, index) => index > position && takesText(later, messages[index - 1]));
    const receiver = relocated[target];
    if (receiver === undefined) continue;
    relocated[position] = { ...message, content: blocks.filter(({ type }) => type !== "text") };
    relocated[target] = { ...receiver, content: [...blocksOf(receiver), ...texts] };
  }
  return relocated;
}

function takesText(message: Message, before: Message | undefined): boolean {
  const blocks = blocksOf(message);
  if (before !== undefined && hasPendingServerCall(blocksOf(before))) return false;
  return message.role === "user" && blocks.some(({ type }) => type === "tool_result") && !hasReferences(blocks);
}

function hasReferences(blocks: readonly ContentBlock[]): boolean {
  return blocks.some((block) => isBlock(block, "tool_result") && holdsReference(block));
}

function holdsReference({ content }: ToolResultBlock): boolean {
  return typeof content === "object" && content.some(({ type }) => type === "tool_reference");
}
