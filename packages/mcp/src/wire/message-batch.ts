import type { JSONRPCMessage } from "@modelcontextprotocol/server";

type Id = string | number;

/** The answers to a batch of requests, which go back together. The protocol had batches in 2025-03-26 alone. */
export class MessageBatch {
  readonly #open: Set<Id>;
  readonly #answers: JSONRPCMessage[] = [];

  constructor(messages: readonly JSONRPCMessage[]) {
    this.#open = new Set(messages.flatMap((message) => ("method" in message && "id" in message ? [message.id] : [])));
  }

  get ids(): ReadonlySet<Id> {
    return this.#open;
  }

  /** Takes an answer; gives all of them when it was the last. */
  take(id: Id, answer: JSONRPCMessage): readonly JSONRPCMessage[] | undefined {
    if (this.#open.delete(id)) this.#answers.push(answer);
    return this.#open.size === 0 ? this.#answers : undefined;
  }
}
