import { type ProviderCall, toClientCallId } from "./call-ids.ts";

/**
 * Gives every call of an answer an id of its own. Some servers count their calls from zero in each answer, or give parallel calls one
 * id; clients and the Messages API know calls by their ids alone.
 */
export class UniqueCallIds {
  readonly #used: Set<string>;

  /** The ids that the conversation has used, as the client knows them. */
  constructor(used: Iterable<string>) {
    this.#used = new Set(used);
  }

  /** The id that the client sees. A provider is given the changed one back: it remembers no call. */
  take({ id, metadata }: ProviderCall): string {
    let clientId = toClientCallId({ id, metadata });
    for (let number = 2; this.#used.has(clientId); number++) {
      clientId = toClientCallId({ id: `${id}_${number}`, metadata });
    }
    this.#used.add(clientId);
    return clientId;
  }
}
