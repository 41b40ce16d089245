import { errorMessage } from "@toolcrib/shared/errors";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { Counters, StoreKey } from "@toolcrib/store";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { KnownCounts } from "./known-counts.ts";
import type { QuotaCounter } from "./quota-counters.ts";

export interface QuotaCountsOptions {
  readonly counters: Counters;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
}

/** What this process counted and has not written yet. */
interface Unwritten {
  readonly key: StoreKey;
  readonly expiresAt: number;
  amount: number;
}

/** So that the counts of many requests are written together. */
const gatherMilliseconds = 250;
const retryMilliseconds = 500;
/** A count outlives its period a little, so that reports and late writes find it. */
const graceMilliseconds = 60_000;

/**
 * The counts of quotas. They are read from the store before a request, and written after it was let in, so that nobody waits for a write:
 * what other processes let in at the same moment can exceed a limit. Far from a limit, requests that follow closely share a reading and a write.
 */
export class QuotaCounts {
  readonly #options: QuotaCountsOptions;
  #unwritten = new Map<string, Unwritten>();
  #inWriting = new Map<string, Unwritten>();
  readonly #known = new KnownCounts();
  #writing: Promise<void> | undefined;
  /** How many writes have ended. */
  #writes = 0;
  /** Whether a limit is too close for a write to wait. */
  #isUrgent = false;
  #isScheduled = false;
  #failures = 0;
  #failure: string | undefined;

  constructor(options: QuotaCountsOptions) {
    this.#options = options;
  }

  /** What the store had counted a moment ago, if that is good enough: undefined near a limit. */
  recent(counters: readonly QuotaCounter[]): readonly number[] | undefined {
    const now = this.#options.now();
    const values: number[] = [];
    for (const { key, limit } of counters) {
      const id = idOf(key);
      const value = this.#known.recent(id, this.#own(id), limit, now);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  /** What the store has counted so far. */
  read(counters: readonly QuotaCounter[]): Promise<readonly number[]> {
    return this.#stored(counters.map(({ key }) => key));
  }

  /** What was read, with the part that is not written yet as it is now. */
  withUnwritten(counters: readonly QuotaCounter[], stored: readonly number[]): readonly number[] {
    return counters.map(({ key }, position) => (stored[position] ?? 0) + this.#own(idOf(key)));
  }

  /** Whether a write is under way that may have been counted twice: as written, and as not written yet. */
  isBeingWritten(counters: readonly QuotaCounter[]): boolean {
    return counters.some(({ key }) => this.#inWriting.has(idOf(key)));
  }

  /** Resolves when what is being written is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  add(counters: readonly QuotaCounter[], amount: (counter: QuotaCounter) => number): void {
    for (const counter of counters) {
      const added = amount(counter);
      if (added === 0) continue;
      const { key, period, limit } = counter;
      const id = idOf(key);
      const unwritten = this.#unwritten.get(id) ?? { key, amount: 0, expiresAt: period.end + graceMilliseconds };
      unwritten.amount += added;
      this.#unwritten.set(id, unwritten);
      this.#known.noteAdded(id, added);
      this.#isUrgent ||= !this.#known.canWait(id, unwritten.amount, limit);
    }
    this.#writeInTime();
  }

  health(): WriterHealth {
    return {
      name: "quotas",
      target: "store",
      state: this.#failure === undefined ? "ok" : "failing",
      reason: this.#failure,
      failedWrites: this.#failures,
    };
  }

  /** Writes the counts that are not stored yet. */
  async close(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  /** What this process has counted and not written yet. */
  #own(id: string): number {
    return (this.#unwritten.get(id)?.amount ?? 0) + (this.#inWriting.get(id)?.amount ?? 0);
  }

  async #stored(keys: readonly StoreKey[]): Promise<readonly number[]> {
    const readAt = this.#options.now();
    const [wasWriting, writes] = [this.#writing !== undefined, this.#writes];
    try {
      const values = await this.#options.counters.read(keys);
      const isExact = !wasWriting && this.#writing === undefined && writes === this.#writes;
      for (const [position, key] of keys.entries()) {
        const id = idOf(key);
        this.#known.noteRead(id, values[position] ?? 0, this.#own(id), { readAt, isExact });
      }
    } catch (error) {
      this.#fail("Quotas cannot be read; this process goes on with its own counts", error);
    }
    return keys.map((key) => this.#known.value(idOf(key)));
  }

  /** Writes at once near a limit, and otherwise what has come together in a moment. After a failure, the retry writes. */
  #writeInTime(): void {
    if (this.#isUrgent) this.#write();
    else if (!this.#isScheduled && this.#unwritten.size > 0) this.#schedule(gatherMilliseconds);
  }

  #schedule(milliseconds: number): void {
    this.#isScheduled = true;
    const timer = this.#options.startTimer(milliseconds, () => {
      timer.stop();
      this.#isScheduled = false;
      this.#write();
    });
  }

  #write(): void {
    if (this.#writing !== undefined || this.#unwritten.size === 0) return;
    this.#inWriting = this.#unwritten;
    this.#unwritten = new Map();
    this.#isUrgent = false;
    this.#writing = this.#writeAll(this.#inWriting).finally(() => {
      this.#writing = undefined;
      if (this.#failure === undefined) this.#writeInTime();
      else this.#schedule(retryMilliseconds);
    });
  }

  async #writeAll(amounts: ReadonlyMap<string, Unwritten>): Promise<void> {
    const now = this.#options.now();
    const due = [...amounts].filter(([, { expiresAt }]) => expiresAt > now);
    let values: readonly number[] = [];
    try {
      values = await this.#options.counters.add(
        due.map(([, { key, amount, expiresAt }]) => ({ key, amount, retention: { milliseconds: expiresAt - now } })),
      );
      this.#failure = undefined;
    } catch (error) {
      this.#fail("Quotas cannot be written; they are written later", error);
      for (const [id, entry] of amounts) {
        entry.amount += this.#unwritten.get(id)?.amount ?? 0;
        this.#unwritten.set(id, entry);
      }
    }
    this.#inWriting = new Map();
    this.#writes++;
    for (const [position, value] of values.entries()) {
      const [id] = due[position] as (typeof due)[number];
      this.#known.noteRead(id, value, this.#own(id), { readAt: now, isExact: true });
    }
  }

  #fail(problem: string, error: unknown): void {
    this.#failures++;
    if (this.#failure === undefined) this.#options.reportProblem(problem, error);
    this.#failure = errorMessage(error);
  }
}

function idOf({ owner, id }: StoreKey): string {
  return `${owner}\n${id}`;
}
