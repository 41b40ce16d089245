import { termOf } from "./term.ts";

/** A word of a text, in lower case. */
export interface SplitWord {
  readonly word: string;
  /** 0: a separate word. n: joined spelling of the n words before (`github` after `git` and `hub`). Or `innerPiece`. */
  readonly joins: number;
  /** The form in which the word is indexed and looked up; empty for a stop word. */
  readonly term: string;
  /** Whether it may be a part of a word that is written apart: `web page`, `log in`. Stop words rarely are. */
  readonly mayJoin: boolean;
  /** Identifies the word in caches. A word that is not cached has 0. */
  readonly number: number;
}

/** Stop words that are also parts of words: `log in`, `re run`, `user id`, `for each`, `you tube`, `i os`. */
const particles: ReadonlySet<string> = new Set("to in on for by do at re id you i t hey".split(" "));

/** Longer words rarely repeat, and caches would grow with them. */
const maxNumberedLength = 40;
let numbers = 0;

/** Creates a word for repeated use, with a unique number. */
export function numberedWord(word: string): SplitWord {
  if (word.length > maxNumberedLength) {
    return unnumberedWord(word, 0);
  }
  return splitWord(word, 0, ++numbers);
}

/** Creates a word for a single use. */
export function unnumberedWord(word: string, joins: number): SplitWord {
  return splitWord(word, joins, 0);
}

function splitWord(word: string, joins: number, number: number): SplitWord {
  const term = termOf(word);
  return { word, joins, term, mayJoin: term !== "" || particles.has(word), number };
}
