import type { Message } from "../../conversation/message.ts";
import { placeTexts, type UnplacedMessage, type WaitingText } from "../../conversation/turn-boundary/place-texts.ts";
import { GrowingList } from "../../list/growing-list.ts";
import type { Repair } from "../repair/repair.ts";
import { isSameContext, type WireContext } from "./wire-context.ts";
import { type Turn, writeTurn } from "./write-turn.ts";

/** The messages as they are sent, and the repairs made in them. */
export interface WrittenMessages {
  /** Built on first use; then always the same array. */
  readonly messages: () => readonly Message[];
  readonly repairs: readonly Repair[];
}

/** Where writing can resume: before the last turn, which depends on the next one and can still change. */
interface ResumePoint {
  readonly source: number;
  readonly messages: number;
  readonly repairs: number;
  readonly previousAssistant: Message | undefined;
  /** Texts that wait for a suitable message. */
  readonly waiting: readonly WaitingText[];
}

const beginning: ResumePoint = { source: 0, messages: 0, repairs: 0, previousAssistant: undefined, waiting: [] };

/**
 * Writes conversations, and caches the last one: a continuation of it only writes its new messages and the turn before
 * them. The result never depends on the cache.
 */
export class MessageWriter {
  #context: WireContext | undefined;
  #generation = -1;
  #length = 0;
  #resumePoint = beginning;
  readonly #messages = new GrowingList<Message>();
  readonly #repairs = new GrowingList<Repair>();

  /** Two conversations of one generation continue each other: the reader has compared them. */
  write(source: readonly Message[], generation: number, context: WireContext): WrittenMessages {
    const isContinued =
      this.#context !== undefined &&
      isSameContext(this.#context, context) &&
      generation === this.#generation &&
      source.length >= this.#length;
    this.#context = context;
    this.#generation = generation;
    this.#length = source.length;
    if (!isContinued) this.#startAgain();
    this.#writeFrom(this.#resumePoint, source, context);
    const settled = this.#resumePoint.messages;
    return { messages: this.#messages.handOutLater(settled), repairs: this.#repairs.handOut() };
  }

  #startAgain(): void {
    this.#resumePoint = beginning;
    this.#messages.clear();
    this.#repairs.clear();
  }

  #writeFrom(point: ResumePoint, source: readonly Message[], context: WireContext): void {
    this.#messages.cut(point.messages);
    this.#repairs.cut(point.repairs);
    this.#resumePoint = point;
    let { previousAssistant, waiting } = point;
    const turns = splitTurns(source, point.source);
    for (const [index, turn] of turns.entries()) {
      const { start, assistant } = turn;
      const [messages, repairs] = [this.#messages.length, this.#repairs.length];
      this.#resumePoint = { source: start, messages, repairs, previousAssistant, waiting };
      const nextAssistant = turns[index + 1]?.assistant;
      const written = writeTurn({ turn, previousAssistant, nextAssistant }, context);
      for (const message of written.messages) {
        waiting = this.#place({ ...message, isPending: written.isPending }, waiting, context);
      }
      for (const repair of written.repairs) this.#repairs.push(repair);
      previousAssistant = assistant ?? previousAssistant;
    }
  }

  /** Appends a message, and returns the texts that are still waiting. */
  #place(
    written: Pick<UnplacedMessage, "message" | "heldNotes" | "isPending">,
    waiting: readonly WaitingText[],
    { turnBoundary }: WireContext,
  ): readonly WaitingText[] {
    const placed = placeTexts({ ...written, position: this.#messages.length }, waiting, turnBoundary);
    for (const { position, message } of placed.emptied) this.#messages.replace(position, message);
    this.#messages.push(placed.message);
    return placed.waiting;
  }
}

function splitTurns(messages: readonly Message[], from: number): Turn[] {
  const turns: { start: number; assistant: Message | undefined; others: Message[] }[] = [];
  for (let position = from; position < messages.length; position++) {
    const message = messages[position] as Message;
    if (message.role === "assistant") turns.push({ start: position, assistant: message, others: [] });
    else if (turns.length === 0) turns.push({ start: position, assistant: undefined, others: [message] });
    else turns.at(-1)?.others.push(message);
  }
  return turns;
}
