import { createHash } from "node:crypto";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import type { PythonThread } from "./python-thread.ts";

interface LiveProgram {
  readonly thread: PythonThread;
  readonly timer: Timer;
}

/** Interpreters that wait, by the snapshot of their program or by their state: going on with one of them needs no replay. */
export class LivePrograms {
  readonly #programs = new Map<string, LiveProgram>();
  readonly #maxPrograms: number;
  readonly #milliseconds: number;

  constructor(maxPrograms: number, milliseconds: number) {
    this.#maxPrograms = maxPrograms;
    this.#milliseconds = milliseconds;
  }

  keep(snapshot: Uint8Array, thread: PythonThread): void {
    const key = keyOf(snapshot);
    // Two programs that were given the same have the same state; one interpreter is enough.
    this.take(snapshot)?.close();
    const timer = startBackgroundTimer(this.#milliseconds, () => this.take(snapshot)?.close());
    this.#programs.set(key, { thread, timer });
    const [oldest] = this.#programs.values();
    if (this.#programs.size > this.#maxPrograms) this.#close(oldest);
  }

  /** The interpreter of a snapshot, for one use. */
  take(snapshot: Uint8Array): PythonThread | undefined {
    const key = keyOf(snapshot);
    const program = this.#programs.get(key);
    this.#programs.delete(key);
    program?.timer.stop();
    return program?.thread.isAlive ? program.thread : undefined;
  }

  close(): void {
    for (const program of this.#programs.values()) this.#close(program);
  }

  #close(program: LiveProgram | undefined): void {
    program?.timer.stop();
    program?.thread.close();
    for (const [key, each] of this.#programs) if (each === program) this.#programs.delete(key);
  }
}

const keyOf = (snapshot: Uint8Array): string => createHash("sha256").update(snapshot).digest("hex");
