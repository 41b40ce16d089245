import { blocksOf, hasPendingServerCall, type Message } from "../conversation/message.ts";
import { hasReferences } from "./turn-boundary.ts";

/**
 * Moves text beside references to the next user message with a result and no reference; where there is none, it stays.
 * Remembers what is settled: a turn costs its new messages and one copy of the list.
 */
export class TextRelocation {
  readonly #settled: Message[] = [];
  /** Positions of settled messages whose text waits for one that takes it. */
  #waiting: readonly number[] = [];

  /** The messages with their text moved. The first so many of them are settled: they are the same in every later call. */
  relocate(messages: readonly Message[], settledLength: number): readonly Message[] {
    const from = this.#settled.length;
    for (let position = from; position < settledLength; position++) this.#settled.push(messages[position] as Message);
    this.#waiting = moveTexts(this.#settled, from, this.#waiting);
    const relocated = this.#settled.concat(messages.slice(settledLength));
    moveTexts(relocated, settledLength, this.#waiting);
    return relocated;
  }
}

/** Moves texts within the list, from a position on, and says whose text is waiting in the end. */
function moveTexts(messages: Message[], from: number, waitingBefore: readonly number[]): readonly number[] {
  let waiting = waitingBefore.slice();
  for (let position = from; position < messages.length; position++) {
    const message = messages[position] as Message;
    if (message.role !== "user") continue;
    if (hasReferences(message)) {
      if (blocksOf(message).some(({ type }) => type === "text")) waiting.push(position);
    } else if (waiting.length > 0 && takesText(message, messages[position - 1])) {
      const texts = waiting.flatMap((source) =>
        blocksOf(messages[source] as Message).filter(({ type }) => type === "text"),
      );
      for (const source of waiting) messages[source] = withoutText(messages[source] as Message);
      messages[position] = { ...message, content: [...blocksOf(message), ...texts] };
      waiting = [];
    }
  }
  return waiting;
}

function takesText(message: Message, before: Message | undefined): boolean {
  if (before !== undefined && hasPendingServerCall(blocksOf(before))) return false;
  return blocksOf(message).some(({ type }) => type === "tool_result");
}

function withoutText(message: Message): Message {
  return { ...message, content: blocksOf(message).filter(({ type }) => type !== "text") };
}
