import { CodeError } from "../errors/code-error.ts";

/** Lets a number of callers work at the same time; others wait in a queue of limited length. */
export class Turns {
  readonly #maxRunning: number;
  readonly #maxQueued: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #isClosed = false;

  constructor(maxRunning: number, maxQueued: number) {
    this.#maxRunning = maxRunning;
    this.#maxQueued = maxQueued;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.checkOpen();
    if (this.#running >= this.#maxRunning) {
      if (this.#queue.length >= this.#maxQueued) throw new CodeError("sandbox_busy", { limit: this.#maxQueued });
      await new Promise<void>((resolve) => this.#queue.push(resolve));
      this.checkOpen();
    }
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Throws if nothing may run any more. */
  checkOpen(): void {
    if (this.#isClosed) throw new CodeError("sandbox_closed", {});
  }

  close(): void {
    this.#isClosed = true;
    for (const go of this.#queue.splice(0)) go();
  }
}
