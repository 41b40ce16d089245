import { blocksOf, type ContentBlock, isBlock, type Message, withTexts } from "../message.ts";
import { hasReferences, markTurnBoundary, type TurnBoundaryForm, textsBeside } from "./turn-boundary.ts";

/** A message that lost its text, and its position. */
interface EmptiedMessage {
  readonly position: number;
  readonly message: Message;
}

/** Text next to references, or meant to be there, that waits for a suitable message. */
export interface WaitingText {
  readonly blocks: readonly ContentBlock[];
  /** The message it was taken from; absent for notes, which were never in one. */
  readonly emptied?: EmptiedMessage;
}

/** A message before texts are placed. */
export interface UnplacedMessage {
  readonly message: Message;
  /** Notes about the references in it. */
  readonly heldNotes: readonly ContentBlock[];
  /** Its position on the wire. */
  readonly position: number;
  /** Whether only results are allowed, because a server-side call is pending. */
  readonly isPending: boolean;
}

/** A message as it is sent, and its effect on others. */
export interface PlacedMessage {
  readonly message: Message;
  /** The texts still waiting after it. */
  readonly waiting: readonly WaitingText[];
  /** Earlier messages whose text it received. */
  readonly emptied: readonly EmptiedMessage[];
}

/**
 * Places texts where they confuse no model: a message that only loads tools gets a short text, text next to references
 * moves to the next user message with a result and no reference, and notes on references go there directly. Without
 * such a message, text stays in place.
 */
export function placeTexts(
  unplaced: UnplacedMessage,
  waiting: readonly WaitingText[],
  form: TurnBoundaryForm,
): PlacedMessage {
  const { message, isPending } = unplaced;
  if (form === "none") return { message: withNotes(unplaced), waiting, emptied: [] };
  if (message.role !== "user") return { message, waiting, emptied: [] };
  if (hasReferences(message)) {
    const added = [...movable(unplaced, form), ...heldIn(unplaced)];
    return { message: isPending ? message : markTurnBoundary(message), waiting: [...waiting, ...added], emptied: [] };
  }
  if (waiting.length === 0 || isPending || !hasResult(message)) return { message, waiting, emptied: [] };
  const texts = waiting.flatMap(({ blocks }) => blocks);
  const emptied = waiting.flatMap((text) => text.emptied ?? []);
  return { message: withTextsBehindResults(message, texts), waiting: [], emptied };
}

function movable({ message, position }: UnplacedMessage, form: TurnBoundaryForm): readonly WaitingText[] {
  const blocks = form === "both" ? textsBeside(message) : [];
  if (blocks.length === 0) return [];
  const rest = { ...message, content: blocksOf(message).filter((block) => !blocks.includes(block)) };
  return [{ blocks, emptied: { position, message: markTurnBoundary(rest) } }];
}

function heldIn({ heldNotes }: UnplacedMessage): readonly WaitingText[] {
  return heldNotes.length === 0 ? [] : [{ blocks: heldNotes }];
}

/** The notes after the results, or inside the last result if only results are allowed. */
function withNotes({ message, heldNotes, isPending }: UnplacedMessage): Message {
  if (heldNotes.length === 0) return message;
  const blocks = blocksOf(message);
  const last = isPending ? indexAfterResults(blocks) - 1 : -1;
  const result = blocks[last];
  if (result === undefined || !isBlock(result, "tool_result")) return withTextsBehindResults(message, heldNotes);
  return { ...message, content: blocks.with(last, withTexts(result, heldNotes)) };
}

/** Clients append text to messages that were sent before, so ours goes in front: the bytes before it do not change. */
function withTextsBehindResults(message: Message, texts: readonly ContentBlock[]): Message {
  const blocks = blocksOf(message);
  return { ...message, content: blocks.toSpliced(indexAfterResults(blocks), 0, ...texts) };
}

function indexAfterResults(blocks: readonly ContentBlock[]): number {
  return blocks.findLastIndex(({ type }) => type === "tool_result") + 1;
}

function hasResult(message: Message): boolean {
  return blocksOf(message).some((block) => isBlock(block, "tool_result"));
}
