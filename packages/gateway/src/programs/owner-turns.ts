import type { Sandbox } from "@toolcrib/code";

/** The steps of one owner that run, and those that wait. */
interface OwnSteps {
  running: number;
  readonly waiting: (() => void)[];
}

export interface OwnerTurnsOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Makes the error for a step beyond these. */
  readonly tooMany: (maxWaiting: number) => Error;
}

/**
 * Limits how many threads, and how much of the sandbox's queue, the programs of one owner use at once: an owner who sends endless
 * programs delays only its own.
 */
export class OwnerTurns {
  readonly #options: OwnerTurnsOptions;
  readonly #steps = new Map<string, OwnSteps>();

  constructor(options: OwnerTurnsOptions) {
    this.#options = options;
  }

  /** A sandbox whose steps take the turns of an owner. */
  sandboxOf(owner: string, sandbox: Sandbox): Sandbox {
    return {
      ...sandbox,
      start: (program) => this.#run(owner, () => sandbox.start(program)),
      resume: (...step) => this.#run(owner, () => sandbox.resume(...step)),
    };
  }

  async #run<Step>(owner: string, work: () => Promise<Step>): Promise<Step> {
    const { maxRunning, maxWaiting, tooMany } = this.#options;
    const steps = this.#steps.get(owner) ?? { running: 0, waiting: [] };
    this.#steps.set(owner, steps);
    if (steps.running < maxRunning) steps.running++;
    else if (steps.waiting.length >= maxWaiting) throw tooMany(maxWaiting);
    else await new Promise<void>((resolve) => steps.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = steps.waiting.shift();
      if (next !== undefined) next();
      else if (--steps.running === 0) this.#steps.delete(owner);
    }
  }
}
