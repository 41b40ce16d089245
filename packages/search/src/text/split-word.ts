import { termOf } from "./term.ts";

/** A word of a text, in lower case. */
export interface SplitWord {
  readonly word: string;
  /** 0: a separate word. n: joined spelling of the n words before (`github` after `git` and `hub`). Or `innerPiece`. */
  readonly joins: number;
  /** The form in which the word is indexed and looked up; empty for a stop word. */
  readonly term: string;
  /** Identifies the word in caches. A word that is not cached has 0. */
  readonly number: number;
}

/** Longer words rarely repeat, and caches would grow with them. */
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
