import { blocksOf, type ContentBlock, isBlock, type Message, withTexts } from "../message.ts";
import { hasReferences, markTurnBoundary, type TurnBoundaryForm, textsBeside } from "./turn-boundary.ts";

/** A message that lost its text, and where it stands. */
interface EmptiedMessage {
  readonly position: number;
  readonly message: Message;
}

/** Text that stands beside references, or would, and waits for a message that takes it. */
export interface WaitingText {
  readonly blocks: readonly ContentBlock[];
  /** The message that it leaves; absent for notes, which never stood there. */
  readonly emptied?: EmptiedMessage;
}

/** A message before its texts are in their places. */
export interface UnplacedMessage {
  readonly message: Message;
  /** Notes on the references in it. */
  readonly heldNotes: readonly ContentBlock[];
  /** Its position on the wire. */
  readonly position: number;
  /** Whether nothing but results may be said, since a call to the API's side is pending. */
  readonly isPending: boolean;
}

/** A message as it goes up, and what that means for others. */
export interface PlacedMessage {
  readonly message: Message;
  /** What waits after it. */
  readonly waiting: readonly WaitingText[];
  /** Earlier messages whose text it took. */
  readonly emptied: readonly EmptiedMessage[];
}

/**
 * Puts texts where they confuse no model: a message that only loads tools gets a short one, text beside references moves to the next
 * user message with a result and no reference, and notes on references go there at once. Where there is no such message, text stays.
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

/** The notes behind the results, or inside the last of them where nothing but results may be said. */
function withNotes({ message, heldNotes, isPending }: UnplacedMessage): Message {
  if (heldNotes.length === 0) return message;
  const blocks = blocksOf(message);
  const last = isPending ? indexAfterResults(blocks) - 1 : -1;
  const result = blocks[last];
  if (result === undefined || !isBlock(result, "tool_result")) return withTextsBehindResults(message, heldNotes);
  return { ...message, content: blocks.with(last, withTexts(result, heldNotes)) };
}

/** Clients add text at the end of a message that was sent before, so ours goes in front of it: the bytes before it stay the same. */
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
