import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { CallerChannel } from "./call-options.ts";

/**
 * The running calls of a server. Questions of the server go to the caller; the protocol does not say which call
 * it is about, so with several callers nobody is asked: one user's question must not reach another.
 */
export class CallsInFlight {
  readonly #channels = new Set<{ readonly channel: CallerChannel | undefined }>();

  get size(): number {
    return this.#channels.size;
  }

  /** Registers a call; the returned function removes it. */
  add(channel: CallerChannel | undefined): () => void {
    const call = { channel };
    this.#channels.add(call);
    return () => this.#channels.delete(call);
  }

  /** The only caller that can be meant, if there is exactly one. */
  only(): CallerChannel | undefined {
    const channels = [...this.#channels].map(({ channel }) => channel);
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
}
