import type { RequestListener } from "node:http";
import { type Listening, type ListeningAddress, type ListenOptions, listen } from "./listen.ts";

/** The socket of a gateway, which is open, about to stop, or closed. */
export class GatewaySocket {
  #listening: Listening | undefined;
  #isDraining = false;
  #closing = new AbortController();

  /** Undefined while it does not listen. */
  get address(): ListeningAddress | undefined {
    return this.#listening?.address;
  }

  /** Whether clients and proxies should open their next connection elsewhere. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Aborted when it stops. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  async open(listener: RequestListener, options: ListenOptions): Promise<ListeningAddress> {
    this.#closing = new AbortController();
    this.#isDraining = false;
    this.#listening = await listen(listener, options);
    return this.#listening.address;
  }

  /** Takes over changed limits. */
  configure(limits: ListenOptions["limits"]): void {
    this.#listening?.configure(limits);
  }

  drain(): void {
    this.#isDraining = true;
  }

  /** Gives running answers this time; then calls `onTimeUp`. */
  async close(milliseconds: number, onTimeUp: () => void): Promise<void> {
    this.#isDraining = true;
    this.#closing.abort();
    await this.#listening?.close({ milliseconds, onTimeUp });
    this.#listening = undefined;
  }
}
