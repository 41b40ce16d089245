import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { Connection } from "./connection.ts";
import { untouchedResult } from "./untouched-result.ts";

/** The subscribed resources of a server. Each new connection subscribes to them again. */
export class WatchedResources {
  readonly #uris = new Set<string>();
  readonly #timeout: number;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  get size(): number {
    return this.#uris.size;
  }

  /** Throws if the server does not report changes of this resource. */
  async add(connection: Connection, uri: string): Promise<void> {
    await this.#watch(connection, uri);
    this.#uris.add(uri);
  }

  /** Does nothing if the server is not running. */
  async remove(connection: Connection | undefined, uri: string): Promise<void> {
    if (!this.#uris.delete(uri) || connection === undefined) return;
    if (connection.changes !== undefined) await connection.changes.unwatch(uri);
    else await this.#request(connection, "resources/unsubscribe", uri);
  }

  /** Subscribes again on a new connection. What cannot be watched any more is retried on the next one. */
  async restore(connection: Connection): Promise<void> {
    await Promise.allSettled([...this.#uris].map((uri) => this.#watch(connection, uri)));
  }

  async #watch(connection: Connection, uri: string): Promise<void> {
    if (connection.changes === undefined) {
      await this.#request(connection, "resources/subscribe", uri);
    } else if (!(await connection.changes.watch(uri))) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The server does not tell of changes of this resource");
    }
  }

  async #request({ client }: Connection, method: "resources/subscribe" | "resources/unsubscribe", uri: string) {
    await client.request({ method, params: { uri } }, untouchedResult, { timeout: this.#timeout });
  }
}
