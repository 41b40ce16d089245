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

/** A turn depends on its neighbours, so the last two of a conversation can still change when it goes on. */
const unsettledTurns = 2;

/**
 * Writes conversations, and remembers the last one: a turn that goes on from it writes its new messages and the unsettled ones.
 * What it returns does not depend on what it remembers.
 */
export class MessageWriter {
  #context: WireContext | undefined;
  #source: readonly Message[] = [];
  #contents: readonly Message["content"][] = [];
  #messages: Message[] = [];
  #repairs: Repair[] = [];
  #marks: TurnMark[] = [];

  write(source: readonly Message[], context: WireContext): WrittenMessages {
    const from = this.#resumeAt(source, context);
    this.#context = context;
    this.#contents = [...this.#contents.slice(0, from), ...source.slice(from).map(({ content }) => content)];
    this.#source = source.slice();
    const turns = splitTurns(source, from);
    let previousAssistant = from === 0 ? undefined : findAssistantBefore(source, from);
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

  /** Where to go on in the source, with everything from there on forgotten. */
  #resumeAt(source: readonly Message[], context: WireContext): number {
    const isContinued =
      this.#context !== undefined &&
      isSameContext(this.#context, context) &&
      source.length >= this.#source.length &&
      this.#source.every((known, at) => known === source[at] && known.content === this.#contents[at]);
    this.#marks.length = isContinued ? this.#marks.length : 0;
    const mark = this.#marks[this.#marks.length - unsettledTurns];
    this.#marks.length = Math.max(0, this.#marks.length - unsettledTurns);
    this.#messages.length = mark?.messages ?? 0;
    this.#repairs.length = mark?.repairs ?? 0;
    return mark?.source ?? 0;
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
