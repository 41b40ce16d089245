import type { ContentBlock, Message } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/client-request.ts";
import { digestMessage } from "./canonical-message.ts";
import { clientIds, clientScope } from "./client-scope.ts";
import { emptyHistory, extendHistory } from "./visible-history.ts";

/** A turn adds a few messages; anything further back has left every prompt cache. */
const maxPlaces = 64;

/**
 * Keys for the turns of a client's conversation. A key covers the whole request up to a turn, and its sender: two
 * requests share a key only if nothing distinguishes them. Everything is computed on first use.
 */
export class ConversationKeys {
  readonly #request: ClientRequest;
  #scope: string | undefined;
  #system: string | undefined;
  #histories: readonly string[] | undefined;
  #places: readonly string[] | undefined;

  constructor(request: ClientRequest) {
    this.#request = request;
  }

  /** The key of the conversation up to and including the message at this position. */
  upTo(position: number): string {
    return this.#key(this.#historyAt(position));
  }

  /** The key of the conversation followed by this response. */
  withAnswer(content: readonly ContentBlock[]): string {
    return this.#key(extendHistory(this.history, { role: "assistant", content }));
  }

  /** A hash of the messages alone, independent of the sender. */
  get history(): string {
    return this.#historyAt(this.#messages.length - 1);
  }

  /**
   * Where the previous request may have stored something for this one, most likely place first; the first is this
   * request's own. A client with a session id is recognised even if it rewrote its history.
   */
  get places(): readonly string[] {
    this.#places ??= this.#findPlaces();
    return this.#places;
  }

  /** The key of the conversation in its session; undefined if the client sends no session id. */
  get session(): string | undefined {
    return clientIds(this.#request).length > 0 ? this.places[0] : undefined;
  }

  #findPlaces(): readonly string[] {
    if (clientIds(this.#request).length > 0) return [`${this.#scopeHash} ${beginningOf(this.#messages)}`];
    const last = this.#messages.length - 1;
    return Array.from(
      { length: Math.min(this.#messages.length, maxPlaces) },
      (_, back) => `${this.#scopeHash} ${this.#historyAt(last - back)}`,
    );
  }

  get #messages(): readonly Message[] {
    return this.#request.body.messages;
  }

  get #scopeHash(): string {
    this.#scope ??= clientScope(this.#request);
    return this.#scope;
  }

  #historyAt(position: number): string {
    this.#histories ??= historiesOf(this.#messages);
    return this.#histories[position] ?? emptyHistory;
  }

  /** Many apps distinguish their users only in the system prompt. */
  #key(history: string): string {
    this.#system ??= digestMessage({ role: "system", content: this.#request.body.system ?? "" });
    return `${this.#scopeHash} ${this.#system} ${history}`;
  }
}

function beginningOf(messages: readonly Message[]): string {
  const first = messages.find(({ role }) => role === "user");
  return first === undefined ? emptyHistory : extendHistory(emptyHistory, first);
}

function historiesOf(messages: readonly Message[]): readonly string[] {
  const histories: string[] = [];
  let history = emptyHistory;
  for (const message of messages) {
    history = extendHistory(history, message);
    histories.push(history);
  }
  return histories;
}
