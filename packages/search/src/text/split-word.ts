import { termOf } from "./term.ts";

/** A word of a text, in lower case. */
export interface SplitWord {
  readonly word: string;
  /** 0 for a word of its own, n for the spelling in one word of the n words before it (`github` after `git` and `hub`), or `innerPiece`. */
  readonly joins: number;
  /** The form under which the word is indexed and looked up; empty for a word that says nothing. */
  readonly term: string;
  /** Whoever remembers something of words finds its place by this number. A word that is not worth remembering has 0. */
  readonly number: number;
}

/** Longer words are hardly met twice, and what remembers them would grow with them. */
const maxNumberedLength = 40;
let numbers = 0;

/** Creates a word for repeated use, with a unique number. */
export function numberedWord(word: string): SplitWord {
  if (word.length > maxNumberedLength) {
    return unnumberedWord(word, 0);
  }
  return { word, joins: 0, term: termOf(word), number: ++numbers };
}

/** Creates a word for a single use. */
export function unnumberedWord(word: string, joins: number): SplitWord {
  return { word, joins, term: termOf(word), number: 0 };
}
