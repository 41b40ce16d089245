import { errorMessage } from "@toolcrib/shared/errors";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import { CodeError } from "../errors/code-error.ts";
import { type EngineAnswer, type EngineJob, EngineThread } from "./engine-thread.ts";
import { loadEngine } from "./load-engine.ts";

export interface ThreadPoolOptions {
  readonly maxThreads: number;
  readonly maxQueued: number;
  readonly idleMilliseconds: number;
}

/** Threads for steps of programs: started when needed, kept for a while, replaced when one had to be ended. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #idle: EngineThread[] = [];
  readonly #queue: (() => void)[] = [];
  readonly #busy = new Set<EngineThread>();
  #running = 0;
  #closed = false;
  #idleTimer: Timer | undefined;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  async run(job: EngineJob, signal?: AbortSignal): Promise<EngineAnswer> {
    await this.#enter();
    let thread: EngineThread | undefined;
    try {
      thread = this.#idle.pop() ?? (await this.#startThread());
      if (this.#closed) throw new CodeError("sandbox_closed", {});
      this.#busy.add(thread);
      return await thread.run(job, signal);
    } finally {
      this.#leave(thread);
    }
  }

  close(): void {
    this.#closed = true;
    this.#idleTimer?.stop();
    for (const thread of [...this.#idle.splice(0), ...this.#busy]) thread.close();
    for (const go of this.#queue.splice(0)) go();
  }

  async #enter(): Promise<void> {
    if (this.#closed) throw new CodeError("sandbox_closed", {});
    if (this.#running >= this.#options.maxThreads) {
      const limit = this.#options.maxQueued;
      if (this.#queue.length >= limit) throw new CodeError("sandbox_busy", { limit });
      await new Promise<void>((resolve) => this.#queue.push(resolve));
      if (this.#closed) throw new CodeError("sandbox_closed", {});
    }
    this.#running++;
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

  #leave(thread: EngineThread | undefined): void {
    this.#running--;
    if (thread !== undefined) {
      this.#busy.delete(thread);
      if (this.#closed) thread.close();
      else if (thread.isAlive) this.#keepIdle(thread);
    }
    this.#queue.shift()?.();
  }

  #keepIdle(thread: EngineThread): void {
    this.#idle.push(thread);
    this.#idleTimer?.stop();
    this.#idleTimer = startBackgroundTimer(this.#options.idleMilliseconds, () => {
      for (const idle of this.#idle.splice(0)) idle.close();
    });
  }
}
