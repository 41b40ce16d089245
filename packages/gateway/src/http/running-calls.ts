import type { RequestAbort } from "./request-abort.ts";

/** The calls that are being answered, so that all can be ended when the gateway stops. */
export class RunningCalls {
  readonly #aborts = new Set<RequestAbort>();

  /** Returns what takes it out again. */
  add(abort: RequestAbort): () => void {
    this.#aborts.add(abort);
    return () => this.#aborts.delete(abort);
  }

  /** Ends all of them: each is told the reason as an error, a stream by an `error` event. */
  endAll(reason: Error): void {
    for (const abort of this.#aborts) abort.abort(reason);
  }
}
