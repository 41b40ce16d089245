import { backoffDelay } from "./backoff.ts";
import type { PoolContext } from "./pool-context.ts";

/** The restarts of a server in a row, with a longer pause before each. */
export class Restarts {
  readonly #options: PoolContext["options"];
  #count = 0;
  #readyAt = 0;
  #stopPause: (() => void) | undefined;

  constructor(options: PoolContext["options"]) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  get areUsedUp(): boolean {
    return this.#count >= this.#options.restart.attempts;
  }

  noteReady(): void {
    this.#readyAt = this.#options.now();
  }

  /** A server that ran for a while begins a new row. */
  noteEnd(): void {
    const { restart, now } = this.#options;
    if (now() - this.#readyAt >= restart.stableMilliseconds) this.#count = 0;
  }

  /** The server was reached before, and is no process that crashes: what follows begins a new row. */
  noteReached(): void {
    this.#count = 0;
  }

  async pause(): Promise<void> {
    const { restart, random, startTimer } = this.#options;
    const milliseconds = backoffDelay(this.#count++, restart, random);
    await new Promise<void>((resolve) => {
      const timer = startTimer(milliseconds, resolve);
      this.#stopPause = () => {
        timer.stop();
        resolve();
      };
    });
  }

  /** Ends a pause. */
  stop(): void {
    this.#stopPause?.();
  }
}
