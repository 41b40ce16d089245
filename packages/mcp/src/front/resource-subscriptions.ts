import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ServerPool } from "../pool/server-pool.ts";
import type { ResourcePlace } from "./offered-lists.ts";

type Notify = () => void;

/** The subscribers of each resource. Each server gets one subscription, however many clients subscribe. */
export class ResourceSubscriptions {
  readonly #pool: ServerPool;
  readonly #byPlace = new Map<string, { readonly place: ResourcePlace; readonly listeners: Map<object, Notify> }>();

  constructor(pool: ServerPool) {
    this.#pool = pool;
  }

  async add(listener: object, place: ResourcePlace, askedUri: string, notify: (uri: string) => void): Promise<void> {
    const key = keyOf(place);
    if (!this.#pool.entries().some(({ name }) => name === place.server)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "Changes of resources of a user's own login are not told",
      );
    }
    if (!this.#byPlace.has(key)) await this.#pool.watchResource(place.server, place.uri);
    const watched = this.#byPlace.get(key) ?? { place, listeners: new Map<object, Notify>() };
    watched.listeners.set(listener, () => notify(askedUri));
    this.#byPlace.set(key, watched);
  }

  async remove(listener: object, place: ResourcePlace): Promise<void> {
    const watched = this.#byPlace.get(keyOf(place));
    if (watched?.listeners.delete(listener) === true) await this.#endUnwanted(watched);
  }

  /** Removes a disconnected client. */
  removeAll(listener: object): void {
    for (const watched of this.#byPlace.values()) {
      // The server may be gone as well, which also ends the subscription.
      if (watched.listeners.delete(listener)) this.#endUnwanted(watched).catch(() => {});
    }
  }

  notify(place: ResourcePlace): void {
    for (const notify of this.#byPlace.get(keyOf(place))?.listeners.values() ?? []) notify();
  }

  async #endUnwanted({
    place,
    listeners,
  }: {
    place: ResourcePlace;
    listeners: ReadonlyMap<object, Notify>;
  }): Promise<void> {
    if (listeners.size > 0) return;
    this.#byPlace.delete(keyOf(place));
    await this.#pool.unwatchResource(place.server, place.uri);
  }
}

function keyOf({ server, uri }: ResourcePlace): string {
  return JSON.stringify([server, uri]);
}
