import { availableParallelism } from "node:os";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { Turns } from "./turns.ts";

export interface OwnerTurnsOptions {
  /** How many steps of one owner run at the same time. By default as many as a sandbox has threads: one less than the processors. */
  readonly maxRunning?: number;
  /** How many of its steps wait for one of these. 256 by default; more are rejected with `sandbox_busy`. */
  readonly maxWaiting?: number;
}

/**
 * Limits how many threads, and how much of the sandbox's queue, the programs of one owner use at once: an owner who sends endless
 * programs delays only its own.
 */
export class OwnerTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #turns = new Map<string, Turns>();

  constructor({ maxRunning = Math.max(1, availableParallelism() - 1), maxWaiting = 256 }: OwnerTurnsOptions = {}) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** A sandbox whose steps take the turns of an owner. */
  sandboxOf(owner: string, sandbox: Sandbox): Sandbox {
    return {
      ...sandbox,
      start: (program) => this.#run(owner, () => sandbox.start(program), program.signal),
      resume: (snapshot, results, options) =>
        this.#run(owner, () => sandbox.resume(snapshot, results, options), options?.signal),
    };
  }

  async #run<Step>(owner: string, work: () => Promise<Step>, signal: AbortSignal | undefined): Promise<Step> {
    const turns = this.#turns.get(owner) ?? new Turns(this.#maxRunning, this.#maxWaiting);
    this.#turns.set(owner, turns);
    try {
      return await turns.run(work, signal);
    } finally {
      if (turns.isIdle) this.#turns.delete(owner);
    }
  }
}
