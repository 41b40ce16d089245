import type { RequestAbort } from "./request-abort.ts";

/** The calls that are being answered, so that all can be ended when the gateway stops. */
export class RunningCalls {
  readonly #aborts = new Set<RequestAbort>();

  /** Returns a function that removes it. */
  add(abort: RequestAbort): () => void {
    this.#aborts.add(abort);
    return () => this.#aborts.delete(abort);
  }

  /** Aborts all of them with the reason: as an error answer, or as an `error` event in a stream. */
  endAll(reason: Error): void {
    for (const abort of this.#aborts) abort.abort(reason);
  }
}
