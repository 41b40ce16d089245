import { randomUUID } from "node:crypto";
import { errorMessage } from "@toolcrib/shared/errors";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { Journal, JournalEntry, JournalQuery } from "@toolcrib/store";
import type { AuditContent, AuditEvent } from "../contracts/audit.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { auditJournal, chainRecords } from "./audit-chain.ts";
import type { AuditSigner } from "./audit-keys.ts";

/** The part of a config that the log follows. */
export interface AuditSettings {
  readonly retentionDays: number;
  readonly signer: AuditSigner | undefined;
}

export interface AuditLogOptions {
  readonly journal: Journal;
  readonly settings: () => AuditSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
}

/** The least time between two writes: a single call is written at once, and those of a busy process together. */
const restMilliseconds = 250;
const retryMilliseconds = 1_000;
/** How often a process that ends tries to write its last calls. */
const lastAttempts = 5;
const maxBatch = 500;
/** While the store is down, calls wait in memory. */
const maxQueued = 20_000;
/** Lines without a checkpoint, in number and time. */
const checkpointLines = 1_000;
const checkpointMilliseconds = 60_000;
const retentionMilliseconds = 600_000;
/** The first time comes soon, for processes that do not run for long, at a random moment: replicas start together. */
const firstRetention = { fromMilliseconds: 5_000, toMilliseconds: 60_000 };
const dayMilliseconds = 86_400_000;

/** Appends tool calls and changes to the audit log of the store, after their requests are answered, and removes old ones. */
export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #queue: AuditContent[] = [];
  readonly #flushTimer: Timer;
  readonly #firstRetentionTimer: Timer;
  readonly #retentionTimer: Timer;
  #isClosed = false;
  #writing: Promise<void> | undefined;
  #isScheduled = false;
  #wroteAt = Number.NEGATIVE_INFINITY;
  #sinceCheckpoint = 0;
  #checkpointAt: number;
  #lost = 0;
  #dropped = 0;
  #written = 0;
  #failures = 0;
  #failure: string | undefined;

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#checkpointAt = options.now();
    this.#flushTimer = options.startTimer(checkpointMilliseconds, () => void this.#flush());
    const { fromMilliseconds, toMilliseconds } = firstRetention;
    const first = fromMilliseconds + Math.floor(Math.random() * (toMilliseconds - fromMilliseconds));
    this.#firstRetentionTimer = options.startTimer(first, () => void this.#tidy());
    this.#retentionTimer = options.startTimer(retentionMilliseconds, () => void this.#tidy());
  }

  /** Takes a call or a change; it is written shortly after. */
  add(event: AuditEvent): void {
    if (this.#queue.length >= maxQueued) {
      this.#lost++;
      this.#dropped++;
      return;
    }
    this.#queue.push({ record: randomUUID(), ...event });
    this.#scheduleNext();
  }

  read(query: JournalQuery): Promise<readonly JournalEntry[]> {
    return this.#options.journal.read(auditJournal, query);
  }

  health(): WriterHealth {
    return {
      name: "audit log",
      target: "store",
      state: this.#failure === undefined ? "ok" : "failing",
      reason: this.#failure,
      writtenLines: this.#written,
      droppedLines: this.#dropped,
      failedWrites: this.#failures,
    };
  }

  /** Writes the remaining entries and a checkpoint. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#firstRetentionTimer.stop();
    this.#retentionTimer.stop();
    // Calls of this turn of the event loop have not arrived yet.
    await new Promise((resolve) => setImmediate(resolve));
    await this.#writing;
    this.#checkpointAt = Number.NEGATIVE_INFINITY;
    await this.#flush();
    for (let attempt = 1; attempt < lastAttempts && this.#queue.length > 0; attempt++) {
      await new Promise<void>((resolve) => this.#options.startTimer(retryMilliseconds, resolve));
      await this.#flush();
    }
    this.#flushTimer.stop();
    const count = this.#queue.length + this.#lost;
    if (count > 0) this.#options.reportProblem(`${count} lines of the audit log are lost: ${this.#failure}`, undefined);
  }

  #scheduleNext(): void {
    const rest = this.#wroteAt + restMilliseconds - this.#options.now();
    // A clock that was set back must not keep calls waiting.
    this.#schedule(Math.min(Math.max(rest, 0), restMilliseconds));
  }

  #schedule(milliseconds: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const timer = this.#options.startTimer(milliseconds, () => {
      timer.stop();
      this.#isScheduled = false;
      void this.#flush();
    });
  }

  #flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      this.#flushTimer.restart();
      if (this.#queue.length > 0) this.#scheduleNext();
    });
    return this.#writing;
  }

  /** Writes what has come so far. What comes meanwhile waits for the next time, because a busy process would never stop writing. */
  async #write(): Promise<void> {
    let waiting = this.#queue.length;
    this.#wroteAt = this.#options.now();
    try {
      for (; waiting > 0 || this.#lost > 0 || this.#isCheckpointDue(0); waiting -= maxBatch) await this.#writeBatch();
      this.#failure = undefined;
    } catch (error) {
      this.#failures++;
      if (this.#failure === undefined) {
        this.#options.reportProblem("The audit log cannot be written; calls wait in memory", error);
      }
      this.#failure = errorMessage(error);
      this.#schedule(retryMilliseconds);
    }
  }

  async #writeBatch(): Promise<void> {
    const { journal, settings, now } = this.#options;
    const at = new Date(now()).toISOString();
    const calls = this.#queue.slice(0, maxBatch);
    const count = this.#lost;
    const lost: readonly AuditContent[] = count === 0 ? [] : [{ kind: "lost", record: randomUUID(), at, count }];
    const contents = [...calls, ...lost];
    const checkpoint = this.#isCheckpointDue(contents.length) ? { at, signer: settings().signer } : undefined;
    const written = await journal.append(auditJournal, (last) => chainRecords(last, contents, checkpoint));
    this.#queue.splice(0, calls.length);
    this.#lost -= count;
    this.#written += written.length;
    this.#sinceCheckpoint += contents.length;
    if (checkpoint !== undefined) {
      this.#sinceCheckpoint = 0;
      this.#checkpointAt = now();
    }
  }

  #isCheckpointDue(added: number): boolean {
    const lines = this.#sinceCheckpoint + added;
    const age = this.#options.now() - this.#checkpointAt;
    // A clock that was set back must not put a checkpoint off.
    const isOld = age >= checkpointMilliseconds || age < 0;
    return lines >= checkpointLines || (lines > 0 && isOld);
  }

  async #tidy(): Promise<void> {
    try {
      await this.#coverEnd();
      await this.#removeOld();
    } catch (error) {
      this.#options.reportProblem("Old lines of the audit log were not removed", error);
    }
    if (!this.#isClosed) this.#retentionTimer.restart();
  }

  /** Writes the checkpoint that commands without a key and killed processes leave out: retention removes up to a checkpoint. */
  async #coverEnd(): Promise<void> {
    const { journal, settings, now } = this.#options;
    const written = await journal.append(auditJournal, (last) => {
      const isOpen = last !== undefined && last.labels["kind"] !== "checkpoint";
      if (!isOpen || now() - last.at < checkpointMilliseconds) return [];
      return chainRecords(last, [], { at: new Date(now()).toISOString(), signer: settings().signer });
    });
    this.#written += written.length;
  }

  /** Removes lines up to the last checkpoint that is old enough: the log then begins with it. */
  async #removeOld(): Promise<void> {
    const { journal, settings, now } = this.#options;
    const until = now() - settings().retentionDays * dayMilliseconds;
    const query = { until, labels: { kind: "checkpoint" }, newestFirst: true, limit: 1 };
    const [checkpoint] = await journal.read(auditJournal, query);
    if (checkpoint !== undefined) await journal.deleteBefore(auditJournal, checkpoint.sequence);
  }
}
