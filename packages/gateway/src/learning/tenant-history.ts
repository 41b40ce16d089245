import { UsageHistory } from "@toolcrib/search";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { Store } from "@toolcrib/store";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { CallsAfterSearches } from "../contracts/request-learning.ts";
import { StoredHistory } from "./stored-history.ts";

/** What the histories of all tenants use. */
export interface LearningServices {
  readonly store: Store;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The number of tools in one tenant's history. */
export const maxToolsPerTenant = 500;
/** Calls within this time are written together. */
const writeDelayMilliseconds = 1_000;
/** After this time a history is read again, because another gateway may have written or reset it. */
const freshMilliseconds = 60_000;

/** What was learned from one tenant's calls, in memory and in the store. */
export class TenantHistory {
  readonly tenant: string;
  readonly usage: UsageHistory;
  readonly #services: LearningServices;
  readonly #stored: StoredHistory;
  /** Reads and writes, one after the other. */
  #io: Promise<void>;
  #readAt: number;
  #timer: Timer | undefined;
  #isDirty = false;

  constructor(tenant: string, services: LearningServices) {
    this.tenant = tenant;
    this.#services = services;
    this.#stored = new StoredHistory(services.store, tenant);
    this.usage = new UsageHistory({ maxTools: maxToolsPerTenant, now: services.now });
    this.#readAt = services.now();
    this.#io = this.#read();
  }

  /** Resolves with the history when it is read, even if reading failed. */
  async whenRead(): Promise<UsageHistory> {
    const { now } = this.#services;
    // Never rejects, and needs no waiting the second time.
    const read = this.#io;
    const age = now() - this.#readAt;
    // After the clock was set back, nobody knows how old it is.
    if ((age > freshMilliseconds || age < 0) && !this.#isDirty) {
      this.#readAt = now();
      this.#enqueue(() => this.#read());
    }
    await read;
    return this.usage;
  }

  /** Learns from calls; what it learned is written later. */
  record(calls: readonly CallsAfterSearches[]): void {
    let hasLearned = false;
    for (const { queries, names } of calls) {
      for (const name of names) hasLearned = this.usage.recordCall(queries, name) || hasLearned;
    }
    if (!hasLearned) return;
    this.#isDirty = true;
    this.#timer ??= this.#services.startTimer(writeDelayMilliseconds, () => void this.flush());
  }

  /** Replaces what was learned. Throws `invalid_usage_history`, and changes nothing, if the export is not valid. */
  async import(exported: unknown): Promise<void> {
    this.usage.replaceWith(exported);
    await this.#replaceStored();
  }

  /** Forgets everything, or everything about one tool. */
  async reset(tool?: string): Promise<void> {
    this.usage.reset(tool);
    await this.#replaceStored();
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    this.#timer?.stop();
    this.#timer = undefined;
    if (this.#isDirty) {
      this.#isDirty = false;
      this.#enqueue(() =>
        this.#attempt("The store did not keep what was learned.", () => this.#stored.write(this.usage)),
      );
    }
    await this.#io;
  }

  async #replaceStored(): Promise<void> {
    this.#isDirty = false;
    const written = this.#io.then(() => this.#stored.replace(this.usage));
    this.#io = written.catch(() => {});
    await written;
  }

  #read(): Promise<void> {
    return this.#attempt("What was learned cannot be read.", () => this.#stored.readInto(this.usage));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#io = this.#io.then(work);
  }

  async #attempt(problem: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#services.reportProblem(problem, error);
    }
  }
}
