import { numberedWord, type SplitWord, unnumberedWord } from "./split-word.ts";

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly joined: SplitWord;
}

/** A power of two. A pair that finds its place taken by another one takes it over. */
const places = 32_768;
const remembered: (Pair | undefined)[] = [];
// At once: an array that is filled here and there becomes a slow one.
remembered.length = places;

/** Joins two words of a query: `webpage` for `web page`. Hardly a pair is a word, and every one must be looked up: so they are remembered. */
export function joinWords(first: SplitWord, second: SplitWord): SplitWord {
  if (first.number === 0 || second.number === 0) {
    return unnumberedWord(first.word + second.word, 0);
  }
  const place = (Math.imul(first.number, 0x9e3779b1) + second.number) & (places - 1);
  const known = remembered[place];
  if (known?.first === first.number && known.second === second.number) {
    return known.joined;
  }
  const joined = numberedWord(first.word + second.word);
  remembered[place] = { first: first.number, second: second.number, joined };
  return joined;
}
