/**
 * Ends a request before its answer: when its client goes away, or its time is up. An `AbortSignal` and each listener on one cost more
 * than most steps of a request that only passes, so the signal is made when somebody asks for it.
 */
export class RequestAbort {
  readonly #listeners = new Set<(reason: Error) => void>();
  #reason: Error | undefined;
  #controller: AbortController | undefined;

  /** Only the first reason counts. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners) listener(reason);
    this.#listeners.clear();
  }

  /** Calls at once where it is aborted already. Returns what leaves. */
  readonly onAbort = (listener: (reason: Error) => void): (() => void) => {
    if (this.#reason === undefined) this.#listeners.add(listener);
    else listener(this.#reason);
    return () => this.#listeners.delete(listener);
  };

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }
}
