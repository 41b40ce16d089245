import { blocksOf, type ContentBlock, isBlock, type Message, type ToolResultBlock, textBlock } from "../message.ts";

const boundaryText = textBlock("Tool loaded.");

/**
 * How a user message with references is handled.
 * `both`: a message without text gets a short one, and text next to references moves to a later message; moving it
 * rewrites bytes that were already sent, which costs a part of the prompt cache, once. `text`: the short text alone; no
 * byte changes. `none`: nothing.
 */
export type TurnBoundaryForm = "both" | "text" | "none";

/** Adds a text to a user message that only loads tools, so that the model sees where the turn ends. */
export function markTurnBoundary(message: Message): Message {
  if (message.role !== "user" || !hasReferences(message)) return message;
  const blocks = blocksOf(message);
  return blocks.some(({ type }) => type === "text") ? message : { ...message, content: [...blocks, boundaryText] };
}

/** The texts of a message other than the end-of-turn text. */
export function textsBeside(message: Message): readonly ContentBlock[] {
  return blocksOf(message).filter((block) => isBlock(block, "text") && !isBoundaryText(block));
}

/** Whether the block only says that tools were loaded, as clients write it too. */
export function isBoundaryText(block: ContentBlock): boolean {
  return isBlock(block, "text") && block.text === boundaryText.text;
}

/** Whether a result in the message loads tools. */
export function hasReferences(message: Message): boolean {
  return blocksOf(message).some((block) => isBlock(block, "tool_result") && holdsReference(block));
}

/** Whether a result loads tools. */
export function holdsReference({ content }: ToolResultBlock): boolean {
  return typeof content === "object" && content.some(({ type }) => type === "tool_reference");
}
