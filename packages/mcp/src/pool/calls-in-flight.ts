import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { CallerChannel } from "./call-options.ts";

/** A running call: who made it, and over which connection it runs. */
interface RunningCall {
  readonly channel: CallerChannel | undefined;
  readonly connection: object;
}

/**
 * The running calls of a server. Questions of the server go to the caller; the protocol does not say which call
 * it is about, so with several callers nobody is asked: one user's question must not reach another.
 */
export class CallsInFlight {
  readonly #calls = new Set<RunningCall>();
  /** What to do when the last call over a connection has ended. */
  readonly #whenUnused = new Map<object, () => void>();

  get size(): number {
    return this.#calls.size;
  }

  /** Registers a call; the returned function removes it. */
  add(channel: CallerChannel | undefined, connection: object): () => void {
    const call: RunningCall = { channel, connection };
    this.#calls.add(call);
    return () => {
      this.#calls.delete(call);
      this.#noteUnused(connection);
    };
  }

  /** Runs `action` when no call runs over a connection any more: now, or after the last one. */
  whenUnused(connection: object, action: () => void): void {
    this.#whenUnused.set(connection, action);
    this.#noteUnused(connection);
  }

  /** The only caller that can be meant, if there is exactly one. */
  only(): CallerChannel | undefined {
    const channels = [...this.#calls].map(({ channel }) => channel);
    const [first] = channels;
    return channels.every((channel) => channel?.caller === first?.caller) ? first : undefined;
  }

  async ask(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const channel = this.only();
    if (channel === undefined) {
      const who = this.size === 0 ? "no client is waiting for this server" : "several clients could be meant";
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${method} cannot be passed on: ${who}`);
    }
    return channel.request(method, params, signal);
  }

  #noteUnused(connection: object): void {
    const action = this.#whenUnused.get(connection);
    if (action === undefined || [...this.#calls].some((call) => call.connection === connection)) return;
    this.#whenUnused.delete(connection);
    action();
  }
}
