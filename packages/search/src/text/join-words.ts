import type { SplitWord } from "./split-word.ts";
import { termOf } from "./term.ts";

/** Two words written as one. */
export interface JoinedWords {
  readonly first: string;
  readonly second: string;
  readonly term: string;
}

/** A power of two. A pair that finds its place taken by another one takes it over. */
const places = 32_768;
const remembered: (JoinedWords | undefined)[] = [];
// At once: an array that is filled here and there becomes a slow one.
remembered.length = places;

/** Joins two words of a query: `webpage` for `web page`. Hardly a pair is a word, and every one must be looked up: so they are remembered. */
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
