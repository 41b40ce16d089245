type Write = () => Promise<void>;

/** A store gets this many writes of one request at a time: an answer may have thousands of items. */
const maxRunning = 8;

/** The writes of one request, begun in their order. The first failure is reported, and no other: they have the same cause. */
export class WriteQueue {
  readonly #reportFailure: (cause: unknown) => void;
  readonly #waiting = new Set<Write>();
  readonly #running = new Set<Promise<void>>();
  #hasFailed = false;

  constructor(reportFailure: (cause: unknown) => void) {
    this.#reportFailure = reportFailure;
  }

  /** Begins the write at once, if few others are running. */
  add(write: Write): void {
    this.#waiting.add(write);
    if (this.#running.size >= maxRunning) return;
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when everything that was added is written, or has failed; undefined if nothing is being written. */
  written(): Promise<unknown> | undefined {
    return this.#running.size === 0 ? undefined : Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    for (const write of this.#waiting) {
      this.#waiting.delete(write);
      try {
        await write();
      } catch (cause) {
        if (!this.#hasFailed) this.#reportFailure(cause);
        this.#hasFailed = true;
      }
    }
  }
}
