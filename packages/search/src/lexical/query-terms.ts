import { splitWords } from "../text/split-words.ts";
import { termOfJoined } from "../text/term.ts";
import { valueWords } from "../text/value-words.ts";
import type { LexicalIndex, TermEntry } from "./lexical-index.ts";

/** The terms of a query as the index knows them. */
export interface QueryTerms {
  /** Each term once, in the query's order. */
  readonly terms: readonly TermEntry[];
  /** Other spellings that add to a score and are not missed where absent: `webpage` for `web page`. */
  readonly spellings: readonly TermEntry[];
  /** Both. */
  readonly all: readonly TermEntry[];
  /** The best score that a tool could have. */
  readonly most: number;
}

/** What another spelling adds, as a share of its rarity: it is rare by nature, and says little that its parts do not say. */
const spellingShare = 0.35;
const mostWords = 256;
/** Stop words that are also halves of words: `log in`, `re run`, `user id`, `for each`, `you tube`, `i os`. */
const particles: ReadonlySet<string> = new Set("to in on for by do at re id you i t hey".split(" "));
const longestWithValues = 4_000;

/** Reads the terms of a query. A value that no tool mentions, such as a date or the name of a city, is no term. */
export function queryTerms(text: string, index: LexicalIndex): QueryTerms {
  let values: ReadonlySet<string> | undefined;
  const isValue = (word: string): boolean => {
    values ??= valueWords(text.slice(0, longestWithValues));
    return values.has(word);
  };
  const terms = new Map<string, TermEntry>();
  const spellings = new Map<string, TermEntry>();
  let previous = "";
  const words: string[] = [];
  for (const { word, joins, term } of splitWords(text)) {
    if (words.length >= mostWords) {
      break;
    }
    const entry = index.look(term, word);
    if (joins !== 0) {
      addOtherForm(entry, words.slice(-Math.abs(joins)), terms, spellings);
      continue;
    }
    words.push(term);
    const mayJoin = term !== "" || particles.has(word);
    if (mayJoin && previous !== "") {
      const joined = termOfJoined(previous, word);
      if (index.has(joined)) {
        addKnown(spellings, index.look(joined, previous + word));
      }
    }
    previous = mayJoin ? word : "";
    if (term !== "" && (entry.id >= 0 || !isValue(word))) {
      terms.set(term, entry);
    }
  }
  dropForeignUnknowns(terms);
  const distinct = [...spellings.values()]
    .filter(({ term }) => !terms.has(term))
    .map((entry) => ({ ...entry, rarity: entry.rarity * spellingShare }));
  const required = [...terms.values()];
  const most = required.reduce((sum, { rarity }) => sum + index.mostOf(rarity), 0);
  return { terms: required, spellings: distinct, all: [...required, ...distinct], most };
}

/**
 * `GitHub` where tools say `github`: the word counts in full, and its halves as other spellings of it. A compound that no tool has, and the
 * piece of it that some have: the piece counts instead.
 */
function addOtherForm(
  entry: TermEntry,
  forms: readonly string[],
  terms: Map<string, TermEntry>,
  spellings: Map<string, TermEntry>,
): void {
  if (entry.id < 0) {
    return;
  }
  const isPiece = forms.length === 1;
  if (isPiece && forms.some((form) => (terms.get(form)?.id ?? -1) >= 0)) {
    spellings.set(entry.term, entry);
    return;
  }
  for (const form of forms) {
    const replaced = terms.get(form);
    if (replaced !== undefined) {
      terms.delete(form);
      addKnown(spellings, replaced);
    }
  }
  terms.set(entry.term, entry);
}

function addKnown(spellings: Map<string, TermEntry>, entry: TermEntry): void {
  if (entry.id >= 0 && entry.term !== "") {
    spellings.set(entry.term, entry);
  }
}

const ascii = /^[a-z0-9]+$/;

/** A word of another script that no tool has says nothing where the query has English words beside it: its translation, or its object. */
function dropForeignUnknowns(terms: Map<string, TermEntry>): void {
  const hasEnglish = [...terms.keys()].some((term) => ascii.test(term));
  for (const [term, { id }] of hasEnglish ? terms : []) {
    if (id < 0 && !ascii.test(term)) {
      terms.delete(term);
    }
  }
}
