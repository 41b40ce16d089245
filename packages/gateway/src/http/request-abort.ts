/**
 * Aborts a request when its client disconnects or its time limit is reached. An `AbortSignal` and each listener on it cost more than
 * most steps of a forwarded request, so the signal is created only when it is needed.
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

  /** Calls immediately if it is already aborted. Returns a function that removes the listener. */
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
