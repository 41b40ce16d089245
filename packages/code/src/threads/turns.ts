import { CodeError } from "../errors/code-error.ts";

/** Lets a number of callers work at the same time; others wait in a queue of limited length. */
export class Turns {
  readonly #maxRunning: number;
  readonly #maxQueued: number;
  /** What begins the work of those that wait, in their order. */
  readonly #queue = new Set<() => void>();
  #running = 0;
  #isClosed = false;

  constructor(maxRunning: number, maxQueued: number) {
    this.#maxRunning = maxRunning;
    this.#maxQueued = maxQueued;
  }

  /** Works when it is its turn. A caller whose signal is aborted leaves the queue: its work, which has to end at once then, needs no turn. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    this.checkOpen();
    if (this.#running < this.#maxRunning) this.#running++;
    else {
      if (this.#queue.size >= this.#maxQueued) throw new CodeError("sandbox_busy", { limit: this.#maxQueued });
      if (!(await this.#wait(signal))) return work();
    }
    try {
      this.checkOpen();
      return await work();
    } finally {
      const [next] = this.#queue;
      if (next === undefined) this.#running--;
      else next();
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether nobody works or waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Throws if nothing may run any more. */
  checkOpen(): void {
    if (this.#isClosed) throw new CodeError("sandbox_closed", {});
  }

  close(): void {
    this.#isClosed = true;
    for (const begin of this.#queue) {
      this.#running++;
      begin();
    }
  }

  /** Resolves with whether it is the turn of a caller; if not, its signal was aborted. */
  #wait(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isTurn: boolean): void => {
        this.#queue.delete(begin);
        signal?.removeEventListener("abort", leave);
        resolve(isTurn);
      };
      const begin = () => end(true);
      const leave = () => end(false);
      this.#queue.add(begin);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
