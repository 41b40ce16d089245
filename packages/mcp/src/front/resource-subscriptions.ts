import type { ServerPool } from "../pool/server-pool.ts";
import type { ResourcePlace } from "./offered-lists.ts";

type Notify = () => void;

/** Who wants to hear of which resource. A server is told once, however many clients want to hear. */
export class ResourceSubscriptions {
  readonly #pool: ServerPool;
  readonly #byPlace = new Map<string, Map<object, Notify>>();

  constructor(pool: ServerPool) {
    this.#pool = pool;
  }

  async add(session: object, place: ResourcePlace, askedUri: string, notify: (uri: string) => void): Promise<void> {
    const key = keyOf(place);
    const sessions = this.#byPlace.get(key) ?? new Map<object, Notify>();
    if (sessions.size === 0) await this.#pool.request(place.server, "resources/subscribe", { uri: place.uri });
    sessions.set(session, () => notify(askedUri));
    this.#byPlace.set(key, sessions);
  }

  async remove(session: object, place: ResourcePlace): Promise<void> {
    const key = keyOf(place);
    const sessions = this.#byPlace.get(key);
    if (sessions?.delete(session) !== true || sessions.size > 0) return;
    this.#byPlace.delete(key);
    await this.#pool.request(place.server, "resources/unsubscribe", { uri: place.uri });
  }

  /** A client is gone. Servers that nobody listens to any more are left as they are: they may be stopped already. */
  removeAll(session: object): void {
    for (const [key, sessions] of this.#byPlace) {
      sessions.delete(session);
      if (sessions.size === 0) this.#byPlace.delete(key);
    }
  }

  notify(place: ResourcePlace): void {
    for (const notify of this.#byPlace.get(keyOf(place))?.values() ?? []) notify();
  }
}

function keyOf({ server, uri }: ResourcePlace): string {
  return JSON.stringify([server, uri]);
}
