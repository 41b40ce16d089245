import { type ProviderCall, toClientCallId } from "./call-ids.ts";

/**
 * Gives every call of a response a unique id. Some servers number calls from zero in each response, or reuse one id for
 * parallel calls; clients and the Messages API identify calls by id alone.
 */
export class UniqueCallIds {
  readonly #used: Set<string>;
  /** The number that the next call with an id gets: trying all of them again would take quadratic time. */
  readonly #next = new Map<string, number>();
  readonly #encode: (call: ProviderCall) => string;

  /** The ids already used in the conversation, as the client knows them. */
  constructor(used: Iterable<string>, encode: (call: ProviderCall) => string = toClientCallId) {
    this.#used = new Set(used);
    this.#encode = encode;
  }

  /** The id for the client. The provider gets the changed id back, which works because it is stateless. */
  take({ id, metadata }: ProviderCall): string {
    let clientId = this.#encode({ id, metadata });
    if (this.#used.has(clientId)) {
      let number = this.#next.get(id) ?? 2;
      do {
        clientId = this.#encode({ id: `${id}_${number++}`, metadata });
      } while (this.#used.has(clientId));
      this.#next.set(id, number);
    }
    this.#used.add(clientId);
    return clientId;
  }
}
