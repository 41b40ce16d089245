import type { SplitWord } from "../text/split-word.ts";
import type { TermEntry } from "./lexical-index.ts";

/** A power of two. A word that finds its place taken by another one takes it over. */
const places = 4_096;

/** Remembers the entries of words that were looked up: queries are made of the same few thousand words. */
export class EntryMemo {
  #entries: (TermEntry | undefined)[] = [];

  find({ word, number }: SplitWord): TermEntry | undefined {
    const entry = this.#entries[number & (places - 1)];
    return entry?.word === word ? entry : undefined;
  }

  keep({ number }: SplitWord, entry: TermEntry): void {
    if (number !== 0) {
      this.#entries[number & (places - 1)] = entry;
    }
  }

  /** To be called before the first word, and whenever an entry may have changed. */
  forget(): void {
    this.#entries = [];
    // At once: an array that is filled here and there becomes a slow one.
    this.#entries.length = places;
  }
}
