import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import { reasonOf } from "../errors/reason-of.ts";

/** A file to be written. */
export interface FileWrite {
  /** A label for status reports, such as `tool lists`. */
  readonly name: string;
  readonly file: string;
  readonly write: () => Promise<void>;
  /** Called on the first failure. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The state of writing one kind of file. */
export interface FileWritesHealth {
  readonly name: string;
  /** The file that was last written, or last failed. */
  readonly target: string;
  /** `failing`: the last write failed and will be retried. `stalled`: a write has not returned for a while. */
  readonly state: "ok" | "failing" | "stalled";
  readonly reason?: string | undefined;
  readonly failedWrites: number;
}

export interface BackgroundWritesOptions {
  readonly startTimer?: StartTimer | undefined;
  /** Called when writing one kind of file starts to fail or stall, and when it recovers. */
  readonly onChange?: ((health: FileWritesHealth) => void) | undefined;
}

interface WaitingWrite extends FileWrite {
  hasFailed: boolean;
}

const firstDelay = 1_000;
const maxDelay = 60_000;
const stallMilliseconds = 5_000;

/**
 * Writes files in the background, so that a slow, full or missing disk blocks nothing. One write runs at a time, so
 * that a hanging disk occupies at most one of Node's threads; a newer write of a file replaces a waiting one; failed
 * writes are retried until they succeed.
 */
export class BackgroundWrites {
  readonly #startTimer: StartTimer;
  readonly #onChange: BackgroundWritesOptions["onChange"];
  readonly #waiting = new Map<string, WaitingWrite>();
  readonly #health = new Map<string, FileWritesHealth>();
  readonly #onAttempt = new Set<() => void>();
  #isRunning = false;
  /** A new file does not wait for failed ones: a process with nothing else to do would exit before it is tried. */
  #endPause: () => void = () => {};

  /** Waiting for a disk does not keep the process alive. */
  constructor({ startTimer = startBackgroundTimer, onChange }: BackgroundWritesOptions = {}) {
    this.#startTimer = startTimer;
    this.#onChange = onChange;
  }

  add(write: FileWrite): void {
    this.#waiting.set(write.file, { ...write, hasFailed: false });
    if (this.#isRunning) this.#endPause();
    else void this.#run();
  }

  /** One entry per kind of file that was written or attempted. */
  health(): readonly FileWritesHealth[] {
    return [...this.#health.values()];
  }

  /**
   * Resolves when every file has been written or has failed once, or after this time. Returns whether all are written.
   */
  async settled(milliseconds: number): Promise<boolean> {
    let isLate = false;
    let onTime = (): void => {};
    const timer = this.#startTimer(milliseconds, () => {
      isLate = true;
      onTime();
    });
    while (!isLate && this.#hasUntried()) {
      await new Promise<void>((resolve) => {
        onTime = resolve;
        this.#onAttempt.add(resolve);
      });
    }
    timer.stop();
    return this.#waiting.size === 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let delay = firstDelay; this.#waiting.size > 0; ) {
      for (const write of this.#waiting.values()) await this.#attempt(write);
      if (this.#hasUntried()) delay = firstDelay;
      else if (this.#waiting.size > 0) {
        await this.#pause(delay);
        delay = Math.min(maxDelay, delay * 2);
      }
    }
    this.#isRunning = false;
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.#startTimer(milliseconds, resolve);
      this.#endPause = () => {
        timer.stop();
        resolve();
      };
    });
    this.#endPause = () => {};
  }

  #hasUntried(): boolean {
    return [...this.#waiting.values()].some(({ hasFailed }) => !hasFailed);
  }

  async #attempt(write: WaitingWrite): Promise<void> {
    const stall = this.#startTimer(stallMilliseconds, () => {
      this.#note(write, "stalled", `a write has not returned for ${stallMilliseconds / 1_000} seconds`);
    });
    try {
      await write.write();
      if (this.#waiting.get(write.file) === write) this.#waiting.delete(write.file);
      this.#note(write, "ok", undefined);
    } catch (error) {
      if (!write.hasFailed) write.onFailure?.(error);
      write.hasFailed = true;
      this.#note(write, "failing", reasonOf(error));
    } finally {
      stall.stop();
      const listeners = [...this.#onAttempt];
      this.#onAttempt.clear();
      for (const listener of listeners) listener();
    }
  }

  #note({ name, file }: FileWrite, state: FileWritesHealth["state"], reason: string | undefined): void {
    const before = this.#health.get(name);
    const failedWrites = (before?.failedWrites ?? 0) + (state === "failing" ? 1 : 0);
    // Another file of this kind may still wait for a retry.
    const isStillFailing = [...this.#waiting.values()].some((write) => write.name === name && write.hasFailed);
    if (state === "ok" && isStillFailing) return;
    const health: FileWritesHealth = { name, target: file, state, reason, failedWrites };
    this.#health.set(name, health);
    if (state !== (before?.state ?? "ok")) this.#onChange?.(health);
  }
}
