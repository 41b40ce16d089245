import { errorMessage } from "@toolcrib/shared/errors";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { Counters, StoreKey } from "@toolcrib/store";
import { Lru } from "../caches/lru.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
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

const retryMilliseconds = 500;
/** A count outlives its period a little, so that reports and late writes find it. */
const graceMilliseconds = 60_000;
const maxKnown = 10_000;

/**
 * The counts of quotas. They are read from the store before a request, and written after it was let in, so that nobody waits for a write:
 * what other processes let in at the same moment can exceed a limit.
 */
export class QuotaCounts {
  readonly #options: QuotaCountsOptions;
  #unwritten = new Map<string, Unwritten>();
  #inWriting = new Map<string, Unwritten>();
  /** What was read last, for when the store is down. */
  readonly #known = new Lru<string, { readonly value: number }>(maxKnown);
  #writing: Promise<void> | undefined;
  #failures = 0;
  #failure: string | undefined;

  constructor(options: QuotaCountsOptions) {
    this.#options = options;
  }

  /** What the store has counted so far. */
  read(counters: readonly QuotaCounter[]): Promise<readonly number[]> {
    return this.#stored(counters.map(({ key }) => key));
  }

  /** What was read, with the part that is not written yet as it is now. */
  withUnwritten(counters: readonly QuotaCounter[], stored: readonly number[]): readonly number[] {
    return counters.map(({ key }, position) => {
      const id = idOf(key);
      const own = (this.#unwritten.get(id)?.amount ?? 0) + (this.#inWriting.get(id)?.amount ?? 0);
      return (stored[position] ?? 0) + own;
    });
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
      const { key, period } = counter;
      const id = idOf(key);
      const known = this.#unwritten.get(id);
      if (known === undefined) {
        this.#unwritten.set(id, { key, amount: added, expiresAt: period.end + graceMilliseconds });
      } else known.amount += added;
    }
    this.#write();
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

  async #stored(keys: readonly StoreKey[]): Promise<readonly number[]> {
    try {
      const values = await this.#options.counters.read(keys);
      for (const [position, key] of keys.entries()) this.#known.set(idOf(key), { value: values[position] ?? 0 });
      return values;
    } catch (error) {
      this.#fail("Quotas cannot be read; this process goes on with its own counts", error);
      return keys.map((key) => this.#known.get(idOf(key))?.value ?? 0);
    }
  }

  #write(): void {
    if (this.#writing !== undefined || this.#unwritten.size === 0) return;
    this.#inWriting = this.#unwritten;
    this.#unwritten = new Map();
    this.#writing = this.#writeAll(this.#inWriting).finally(() => {
      this.#writing = undefined;
      if (this.#failure === undefined) this.#write();
      else this.#retry();
    });
  }

  async #writeAll(amounts: ReadonlyMap<string, Unwritten>): Promise<void> {
    const now = this.#options.now();
    const changes = [...amounts.values()]
      .filter(({ expiresAt }) => expiresAt > now)
      .map(({ key, amount, expiresAt }) => ({ key, amount, retention: { milliseconds: expiresAt - now } }));
    try {
      await this.#options.counters.add(changes);
      this.#failure = undefined;
      for (const [id, { amount }] of amounts) {
        this.#known.set(id, { value: (this.#known.get(id)?.value ?? 0) + amount });
      }
    } catch (error) {
      this.#fail("Quotas cannot be written; they are written later", error);
      for (const [id, entry] of amounts) {
        entry.amount += this.#unwritten.get(id)?.amount ?? 0;
        this.#unwritten.set(id, entry);
      }
    }
    this.#inWriting = new Map();
  }

  #retry(): void {
    const timer = this.#options.startTimer(retryMilliseconds, () => {
      timer.stop();
      this.#write();
    });
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
