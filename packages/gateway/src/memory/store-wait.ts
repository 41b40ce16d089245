import type { StartTimer } from "@toolcrib/shared/timers";
import type { ReportProblem } from "../contracts/report-problem.ts";

/** Waits until a store has something. */
export type UntilWritten = (write: Promise<unknown>) => Promise<void>;

/** An answer that waits longer costs its client more than a prompt that is not cached. */
const maxMilliseconds = 250;
/** A store that is slow is slow for every answer. */
const reportMilliseconds = 60_000;

export interface StoreWaitOptions {
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
}

/** How long answers wait for the store to have what the next request needs: it may come at once, and reach another replica. */
export class StoreWait {
  readonly #options: StoreWaitOptions;
  #late = 0;
  #lateReported = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: StoreWaitOptions) {
    this.#options = options;
  }

  /** How many answers went out before the store had what their next requests need. */
  get late(): number {
    return this.#late;
  }

  /** The waits of one answer: together they take no longer than the limit. */
  ofAnswer(): UntilWritten {
    const { clock } = this.#options;
    let left = maxMilliseconds;
    let isLate = false;
    return async (write) => {
      const startedAt = clock();
      const isWritten = await this.#inTime(write, left);
      left = Math.max(0, left - (clock() - startedAt));
      if (isWritten || isLate) return;
      isLate = true;
      this.#noteLate();
    };
  }

  async #inTime(write: Promise<unknown>, milliseconds: number): Promise<boolean> {
    let timer: ReturnType<StartTimer> | undefined;
    const late = new Promise<false>((resolve) => {
      // What the store answered while this process was busy has yet to be read.
      timer = this.#options.startTimer(milliseconds, () => setImmediate(() => resolve(false)));
    });
    try {
      // A write that failed is reported by whoever began it.
      return await Promise.race([write.then(isOver, isOver), late]);
    } finally {
      timer?.stop();
    }
  }

  #noteLate(): void {
    const { clock, reportProblem } = this.#options;
    this.#late++;
    if (clock() - this.#reportedAt < reportMilliseconds) return;
    const count = this.#late - this.#lateReported;
    this.#lateReported = this.#late;
    this.#reportedAt = clock();
    reportProblem(
      `The store is slow: ${count} ${count === 1 ? "answer" : "answers"} went out before it had what the next request needs. ` +
        "At another replica that request may miss the prompt cache, or not find the response that it continues.",
    );
  }
}

const isOver = (): true => true;
