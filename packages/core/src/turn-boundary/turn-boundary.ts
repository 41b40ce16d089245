import { blocksOf, isBlock, type Message, type ToolResultBlock, textBlock } from "../conversation/message.ts";

const boundaryText = textBlock("Tool loaded.");

/**
 * What is done about a user message that holds references.
 * `text`: one without any text gets a short one. `relocate`: text beside references moves on to a later message, which rewrites
 * bytes that were sent before and so costs a part of the prompt cache. `none`: nothing.
 */
export type TurnBoundaryForm = "text" | "relocate" | "none";

/** Gives a user message that only loads tools a text, so that the model sees where the turn ends. */
export function markTurnBoundary(message: Message): Message {
  if (message.role !== "user" || !hasReferences(message)) return message;
  const blocks = blocksOf(message);
  return blocks.some(({ type }) => type === "text") ? message : { ...message, content: [...blocks, boundaryText] };
}

/** Whether a result in the message loads tools. */
export function hasReferences(message: Message): boolean {
  return blocksOf(message).some((block) => isBlock(block, "tool_result") && holdsReference(block));
}

function holdsReference({ content }: ToolResultBlock): boolean {
  return typeof content === "object" && content.some(({ type }) => type === "tool_reference");
}
