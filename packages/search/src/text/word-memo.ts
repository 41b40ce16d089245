import type { SplitWord } from "./split-word.ts";

/**
 * Caches values per word, by number: texts and queries use the same few thousand words. On a collision, the newer word
 * replaces the older one.
 */
export class WordMemo<Made> {
  readonly #make: (word: SplitWord) => Made;
  readonly #mask: number;
  #numbers = new Int32Array(0);
  #made: Made[] = [];

  /** `places` is a power of two. */
  constructor(places: number, make: (word: SplitWord) => Made) {
    this.#mask = places - 1;
    this.#make = make;
  }

  of(word: SplitWord): Made {
    const { number } = word;
    const place = number & this.#mask;
    if (number !== 0 && this.#numbers[place] === number) {
      return this.#made[place] as Made;
    }
    const made = this.#make(word);
    // A word without a number is not cached.
    if (number !== 0) {
      this.#keep(place, number, made);
    }
    return made;
  }

  /** Must be called when cached values may have changed. */
  forget(): void {
    this.#numbers.fill(0);
    this.#made.fill(undefined as Made);
  }

  #keep(place: number, number: number, made: Made): void {
    if (this.#numbers.length === 0) {
      this.#numbers = new Int32Array(this.#mask + 1);
      // Preallocated: an array that is filled sparsely becomes slow.
      this.#made.length = this.#mask + 1;
    }
    this.#numbers[place] = number;
    this.#made[place] = made;
  }
}
