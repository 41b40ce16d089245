import { errorMessage } from "@toolcrib/shared/errors";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import { CodeError } from "../errors/code-error.ts";
import type { EngineAnswer } from "../steps/engine-answer.ts";
import { Turns } from "../threads/turns.ts";
import { type EngineJob, EngineThread } from "./engine-thread.ts";
import { loadEngine } from "./load-engine.ts";

export interface ThreadPoolOptions {
  readonly maxThreads: number;
  readonly maxQueued: number;
  readonly idleMilliseconds: number;
}

/** Threads for steps of programs: started when needed, kept for a while, replaced when one had to be ended. */
export class ThreadPool {
  readonly #idleMilliseconds: number;
  readonly #turns: Turns;
  readonly #idle: EngineThread[] = [];
  readonly #busy = new Set<EngineThread>();
  #idleTimer: Timer | undefined;

  constructor({ maxThreads, maxQueued, idleMilliseconds }: ThreadPoolOptions) {
    this.#turns = new Turns(maxThreads, maxQueued);
    this.#idleMilliseconds = idleMilliseconds;
  }

  run(job: EngineJob, signal?: AbortSignal): Promise<EngineAnswer> {
    return this.#turns.run(async () => {
      if (signal?.aborted) return { failure: "cancelled", spent: 0 };
      const thread = this.#idle.pop() ?? (await this.#startThread());
      this.#busy.add(thread);
      try {
        this.#turns.checkOpen();
        return await thread.run(job, signal);
      } finally {
        this.#busy.delete(thread);
        if (this.#turns.isClosed) thread.close();
        else if (thread.isAlive) this.#keepIdle(thread);
      }
    }, signal);
  }

  close(): void {
    this.#turns.close();
    this.#idleTimer?.stop();
    for (const thread of [...this.#idle.splice(0), ...this.#busy]) thread.close();
  }

  async #startThread(): Promise<EngineThread> {
    const thread = new EngineThread(await loadEngine());
    try {
      await thread.ready();
      return thread;
    } catch (cause) {
      thread.close();
      throw new CodeError("engine_failed", { reason: errorMessage(cause) }, { cause });
    }
  }

  #keepIdle(thread: EngineThread): void {
    this.#idle.push(thread);
    this.#idleTimer?.stop();
    this.#idleTimer = startBackgroundTimer(this.#idleMilliseconds, () => {
      for (const idle of this.#idle.splice(0)) idle.close();
    });
  }
}
