/**
 * The remaining work, in steps of well under a microsecond. Everything that processes untrusted text draws on a budget:
 * work is counted, not timed, so that the same input gives the same result on every machine.
 */
export class WorkBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  /** Takes steps, and returns whether enough were left; if not, the budget is empty. */
  take(steps: number): boolean {
    this.#left -= steps;
    if (this.#left >= 0) return true;
    this.#left = 0;
    return false;
  }
}
