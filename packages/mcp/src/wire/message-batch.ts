import type { JSONRPCMessage } from "@modelcontextprotocol/server";

type Id = string | number;

/** The responses to a batch of requests, which are sent together. Only protocol version 2025-03-26 has batches. */
export class MessageBatch {
  readonly #open: Set<Id>;
  readonly #answers: JSONRPCMessage[] = [];

  constructor(messages: readonly JSONRPCMessage[]) {
    this.#open = new Set(messages.flatMap((message) => ("method" in message && "id" in message ? [message.id] : [])));
  }

  get ids(): ReadonlySet<Id> {
    return this.#open;
  }

  /** Adds a response; returns all of them after the last. */
  take(id: Id, answer: JSONRPCMessage): readonly JSONRPCMessage[] | undefined {
    if (this.#open.delete(id)) this.#answers.push(answer);
    return this.#open.size === 0 ? this.#answers : undefined;
  }
}
