const maxRememberedLength = 40;
const minPlaces = 4_096;
const minLetters = 32_768;
const decoder = new TextDecoder();

/** The hash of the empty word. */
export const emptyHash = -2_128_831_035;

/** Extends a hash by one letter. */
export function hashWith(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 16_777_619);
}

/**
 * Caches values per ASCII word. A word is found by its letters and a hash that the reader computes on the way, so known
 * words need no substring; a catalogue and its queries use the same few thousand words.
 */
export class WordTable<Made> {
  readonly #capacity: number;
  readonly #make: (word: string) => Made;
  #places = new Int32Array(minPlaces);
  #hashes = new Int32Array(minPlaces);
  /** The letters of all words, one after the other, and the end of each. */
  #letters = new Uint8Array(minLetters);
  #ends = new Int32Array(minPlaces);
  #made: Made[] = [];

  constructor(capacity: number, make: (word: string) => Made) {
    this.#capacity = capacity;
    this.#make = make;
  }

  /** The value for the word whose lower-case letters are at `start` to `end`, with this hash. */
  at(letters: Uint8Array, start: number, end: number, hash: number): Made {
    const lastPlace = this.#places.length - 1;
    let place = placeOf(hash) & lastPlace;
    for (let held = this.#places[place] as number; held !== 0; held = this.#places[place] as number) {
      if (this.#hashes[held] === hash && this.#isSame(held, letters, start, end)) {
        return this.#made[held - 1] as Made;
      }
      place = (place + 1) & lastPlace;
    }
    // Copied first: the call below may overwrite the letters.
    const own = letters.slice(start, end);
    const made = this.#make(decoder.decode(own));
    if (own.length <= maxRememberedLength) {
      this.#remember(made, own, hash);
    }
    return made;
  }

  /** Numbers start at 1: a word starts where the previous one ends. */
  #isSame(number: number, letters: Uint8Array, start: number, end: number): boolean {
    const first = this.#ends[number - 1] as number;
    const length = (this.#ends[number] as number) - first;
    if (length !== end - start) {
      return false;
    }
    for (let index = 0; index < length; index++) {
      if (this.#letters[first + index] !== letters[start + index]) {
        return false;
      }
    }
    return true;
  }

  #remember(made: Made, letters: Uint8Array, hash: number): void {
    if (this.#made.length >= this.#capacity) {
      this.#places.fill(0);
      this.#made = [];
      return;
    }
    const number = this.#made.push(made);
    if (number * 2 >= this.#places.length) {
      this.#spread();
    }
    const start = this.#ends[number - 1] as number;
    if (start + letters.length > this.#letters.length) {
      this.#letters = withRoom(this.#letters, new Uint8Array(this.#letters.length * 2));
    }
    this.#letters.set(letters, start);
    this.#ends[number] = start + letters.length;
    this.#hashes[number] = hash;
    this.#place(number, hash);
  }

  #place(number: number, hash: number): void {
    const lastPlace = this.#places.length - 1;
    let place = placeOf(hash) & lastPlace;
    while (this.#places[place] !== 0) {
      place = (place + 1) & lastPlace;
    }
    this.#places[place] = number;
  }

  /** Doubles the capacity. */
  #spread(): void {
    const length = this.#places.length * 2;
    this.#hashes = withRoom(this.#hashes, new Int32Array(length));
    this.#ends = withRoom(this.#ends, new Int32Array(length));
    this.#places = new Int32Array(length);
    for (let number = 1; number < this.#made.length; number++) {
      this.#place(number, this.#hashes[number] as number);
    }
  }
}

function placeOf(hash: number): number {
  return hash ^ (hash >>> 15);
}

function withRoom<Numbers extends Uint8Array | Int32Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers);
  return larger;
}
