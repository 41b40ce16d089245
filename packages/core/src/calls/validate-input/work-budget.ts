/**
 * How much work may still be done, in steps of well under a microsecond. Whatever runs over text from outside takes from one: it is
 * counted, not timed, so that the same input has the same answer on every machine.
 */
export class WorkBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  /** Takes steps, and says whether there were so many left; when not, nothing is left. */
  take(steps: number): boolean {
    this.#left -= steps;
    if (this.#left >= 0) return true;
    this.#left = 0;
    return false;
  }
}
