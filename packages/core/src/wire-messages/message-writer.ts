import type { Message } from "../conversation/message.ts";
import type { Repair } from "../repair/repair.ts";
import { isSameContext, type WireContext } from "./wire-context.ts";
import { type Turn, writeTurn } from "./write-turn.ts";

/** The messages as they go up, and what was put right in them. */
export interface WrittenMessages {
  readonly messages: readonly Message[];
  readonly repairs: readonly Repair[];
}

interface TurnMark {
  readonly source: number;
  readonly messages: number;
  readonly repairs: number;
}

/** A turn depends on its neighbours, so the last one of a conversation can still change when it goes on. */
const unsettledTurns = 1;

/**
 * Writes conversations, and remembers the last one: a turn that goes on from it writes its new messages and the unsettled ones.
 * What it returns does not depend on what it remembers.
 */
export class MessageWriter {
  #context: WireContext | undefined;
  #generation = -1;
  #length = 0;
  readonly #messages: Message[] = [];
  readonly #repairs: Repair[] = [];
  readonly #marks: TurnMark[] = [];

  /** Two conversations of one generation go on from each other: the reader has compared them. */
  write(source: readonly Message[], generation: number, context: WireContext): WrittenMessages {
    const isContinued =
      this.#context !== undefined &&
      isSameContext(this.#context, context) &&
      generation === this.#generation &&
      source.length >= this.#length;
    const from = this.#forgetUnsettled(isContinued ? this.#marks.length - unsettledTurns : 0);
    this.#context = context;
    this.#generation = generation;
    this.#length = source.length;
    const turns = splitTurns(source, from);
    let previousAssistant = findAssistantBefore(source, from);
    for (const [index, turn] of turns.entries()) {
      this.#marks.push({ source: turn.start, messages: this.#messages.length, repairs: this.#repairs.length });
      const nextAssistant = turns[index + 1]?.assistant;
      const written = writeTurn({ turn, previousAssistant, nextAssistant }, context);
      for (const message of written.messages) this.#messages.push(message);
      for (const repair of written.repairs) this.#repairs.push(repair);
      previousAssistant = turn.assistant ?? previousAssistant;
    }
    return { messages: this.#messages.slice(), repairs: this.#repairs.slice() };
  }

  /** Keeps this many turns, and says where in the source to go on. */
  #forgetUnsettled(turns: number): number {
    const kept = Math.max(0, turns);
    const mark = this.#marks[kept];
    this.#marks.length = Math.min(kept, this.#marks.length);
    if (kept === 0 || mark === undefined) {
      this.#marks.length = 0;
      this.#messages.length = 0;
      this.#repairs.length = 0;
      return 0;
    }
    this.#messages.length = mark.messages;
    this.#repairs.length = mark.repairs;
    return mark.source;
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

function findAssistantBefore(messages: readonly Message[], position: number): Message | undefined {
  for (let index = position - 1; index >= 0; index--) {
    if (messages[index]?.role === "assistant") return messages[index];
  }
  return undefined;
}
