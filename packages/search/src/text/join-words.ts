import type { SplitWord } from "./split-word.ts";
import { termOf } from "./term.ts";

/** Two words written as one. */
export interface JoinedWords {
  readonly first: string;
  readonly second: string;
  readonly term: string;
}

/** A power of two. On a collision, the newer pair replaces the older one. */
const places = 32_768;
const remembered: (JoinedWords | undefined)[] = [];
// Preallocated: an array that is filled sparsely becomes slow.
remembered.length = places;

/**
 * Joins two words of a query: `webpage` for `web page`. Few pairs are words, but all are looked up, so they are cached.
 */
export function joinWords(first: SplitWord, second: SplitWord): JoinedWords {
  const place = (Math.imul(first.number, 0x9e3779b1) + second.number) & (places - 1);
  const known = remembered[place];
  if (known !== undefined && known.first === first.word && known.second === second.word) {
    return known;
  }
  const joined = { first: first.word, second: second.word, term: termOf(first.word + second.word) };
  if (first.number !== 0 && second.number !== 0) {
    remembered[place] = joined;
  }
  return joined;
}
