import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { WriterHealth } from "../contracts/writer-health.ts";
import type { LogFile, OpenLogFile } from "./open-log.ts";

/** The state of a log writer. */
export type LogHealth = Omit<WriterHealth, "name" | "target">;

export interface QueuedLogOptions {
  readonly open: OpenLogFile;
  /** How many bytes may be queued; read for each line, because it can change. */
  readonly maxQueuedBytes: () => number;
  readonly startTimer: StartTimer;
  /** Called when writing starts to fail or stall, and when it recovers. */
  readonly onChange?: ((health: LogHealth) => void) | undefined;
}

const maxBatchBytes = 65_536;
const firstDelay = 100;
const maxDelay = 5_000;
const stallMilliseconds = 5_000;
const closeMilliseconds = 1_000;
const stalledReason = `a write has not returned for ${stallMilliseconds / 1_000} seconds`;

/**
 * Writes lines in the background, in order. Nothing waits for it: lines that a slow or full disk does not accept are
 * queued up to a number of bytes; lines beyond that are dropped and counted. The queue is written when the disk
 * recovers.
 */
export class QueuedLog {
  readonly #options: QueuedLogOptions;
  /** The first line may be partly written. */
  #lines: Uint8Array[] = [];
  #queuedBytes = 0;
  #writtenLines = 0;
  #droppedLines = 0;
  #failedWrites = 0;
  #state: LogHealth["state"] = "ok";
  #reason: string | undefined;
  #file: LogFile | undefined;
  #pumping: Promise<void> | undefined;
  #isClosed = false;
  #endPause: () => void = () => {};

  constructor(options: QueuedLogOptions) {
    this.#options = options;
  }

  /** Adds a line, which includes its line break. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#isClosed || this.#queuedBytes + bytes.length > this.#options.maxQueuedBytes()) {
      this.#droppedLines++;
      return;
    }
    this.#lines.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#pumping ??= this.#pump();
  }

  get health(): LogHealth {
    return {
      state: this.#state,
      reason: this.#reason,
      queuedBytes: this.#queuedBytes,
      writtenLines: this.#writtenLines,
      droppedLines: this.#droppedLines,
      failedWrites: this.#failedWrites,
    };
  }

  /** Stops accepting lines, writes the queued ones within a time limit, and closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endPause();
    let timer: Timer | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = this.#options.startTimer(closeMilliseconds, resolve);
    });
    await Promise.race([this.#pumping ?? this.#closeFile(), tooLate]);
    timer?.stop();
    this.#droppedLines += this.#lines.length;
    this.#lines = [];
    this.#queuedBytes = 0;
  }

  async #pump(): Promise<void> {
    // Do not write while the caller is still waiting.
    await new Promise((resolve) => setImmediate(resolve));
    for (let delay = firstDelay; this.#lines.length > 0; ) {
      const stall = this.#options.startTimer(stallMilliseconds, () => this.#change("stalled", stalledReason));
      try {
        this.#file ??= await this.#options.open();
        this.#take(await this.#file.write(this.#batch()));
        delay = firstDelay;
        this.#change("ok", undefined);
      } catch (error) {
        stall.stop();
        this.#failedWrites++;
        this.#change("failing", reasonOf(error));
        await this.#closeFile();
        if (this.#isClosed) return;
        await this.#pause(delay);
        delay = Math.min(maxDelay, delay * 2);
      } finally {
        stall.stop();
      }
    }
    this.#pumping = undefined;
    if (this.#isClosed) await this.#closeFile();
  }

  #batch(): Uint8Array {
    const [first] = this.#lines as [Uint8Array];
    let count = 1;
    for (let bytes = first.length; count < this.#lines.length; count++) {
      bytes += (this.#lines[count] as Uint8Array).length;
      if (bytes > maxBatchBytes) break;
    }
    return count === 1 ? first : Buffer.concat(this.#lines.slice(0, count));
  }

  /** Drops the written bytes; the rest of a line that a full disk cut is written when there is space. */
  #take(written: number): void {
    if (written === 0) throw new Error("nothing was written");
    this.#queuedBytes -= Math.min(written, this.#queuedBytes);
    let rest = written;
    let whole = 0;
    for (const line of this.#lines) {
      if (line.length > rest) break;
      rest -= line.length;
      whole++;
    }
    this.#writtenLines += whole;
    this.#lines.splice(0, whole);
    const [first] = this.#lines;
    if (rest > 0 && first !== undefined) this.#lines[0] = first.subarray(rest);
  }

  #change(state: LogHealth["state"], reason: string | undefined): void {
    const hasChanged = this.#state !== state;
    this.#state = state;
    this.#reason = reason;
    if (hasChanged) this.#options.onChange?.(this.health);
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.startTimer(milliseconds, resolve);
      this.#endPause = () => {
        timer.stop();
        resolve();
      };
    });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as Error & { readonly code?: string };
  return code ?? message;
}
