import type { RE2JS } from "re2js";

/**
 * How many instructions one search may look at: about a tenth of a second. Ordinary patterns look at a few thousand, however many
 * tools there are, because the matcher remembers what it has worked out.
 */
const maxWork = 500_000;
/** What one step costs besides the instructions that it looks at. */
const workPerStep = 20;
/** A new state has a row with a place for each class of characters. */
const classesPerWork = 4;

class OutOfWork extends Error {}

/**
 * A compiled pattern with a budget. Its automaton is built while it reads: a character whose step is known is nearly free, and one
 * whose step is new takes as long as the program is large. Texts can be chosen so that every step is new, so these are counted.
 */
export class MeteredPattern {
  readonly #compiled: RE2JS;
  #left = maxWork;

  constructor(compiled: RE2JS) {
    this.#compiled = compiled;
    this.#meter();
  }

  /** Whether some part of a text matches; undefined if the budget does not suffice, for this text and any later one. */
  test(text: string): boolean | undefined {
    if (this.#left < 0) {
      return undefined;
    }
    try {
      return this.#compiled.test(text);
    } catch (error) {
      if (error instanceof OutOfWork) {
        return undefined;
      }
      throw error;
    }
  }

  #meter(): void {
    const { dfa } = this.#compiled.re2();
    const size = this.#compiled.programSize();
    const step = dfa.step.bind(dfa);
    const match = dfa.match.bind(dfa);
    const base = workPerStep + dfa.numClasses / classesPerWork;
    dfa.step = (state, characterClass, character, anchor) => {
      const known = state.next?.[characterClass] ?? null;
      if (known !== null) {
        return known;
      }
      const next = step(state, characterClass, character, anchor);
      this.#spend(base + state.nfaStates.length + (next?.nfaStates.length ?? size));
      return next;
    };
    dfa.match = (input, position, anchor) => {
      const isMatch = match(input, position, anchor);
      if (isMatch === null) {
        // Too many states to remember: the matcher falls back to looking at every instruction for every character.
        this.#spend(size * (input.endPos() + 1));
      }
      return isMatch;
    };
  }

  #spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0) {
      throw new OutOfWork();
    }
  }
}
