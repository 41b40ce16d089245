import { splitWords } from "../text/split-words.ts";
import { termOf } from "../text/term.ts";
import type { LexicalIndex, TermEntry } from "./lexical-index.ts";

/** The terms of a query as the index knows them. */
export interface QueryTerms {
  /** Each term once, in the query's order. */
  readonly terms: readonly TermEntry[];
  /** Other spellings that add to a score and are not missed where absent: `webpage` for `web page`. */
  readonly spellings: readonly TermEntry[];
  /** The best score that a tool could have. */
  readonly most: number;
}

/** What another spelling adds, as a share of its rarity: it is rare by nature, and says little that its parts do not say. */
const spellingShare = 0.35;
const mostTerms = 256;
const numberOnly = /^[0-9]+$/;

/** Reads the terms of a query. Numbers that no tool mentions are values, not words. */
export function queryTerms(text: string, index: LexicalIndex): QueryTerms {
  const terms = new Map<string, TermEntry>();
  const spellings = new Map<string, TermEntry>();
  let previous = "";
  splitWords(text, (word, joined) => {
    if (terms.size >= mostTerms) {
      return;
    }
    const term = termOf(word);
    if (joined) {
      addKnown(spellings, index.look(term));
      return;
    }
    if (previous !== "") {
      addKnown(spellings, index.look(termOf(previous + word)));
    }
    previous = word;
    if (term === "") {
      return;
    }
    const entry = index.look(term);
    if (entry.id >= 0 || !numberOnly.test(term)) {
      terms.set(term, entry);
    }
  });
  dropSplitUnknowns(terms, spellings);
  dropForeignUnknowns(terms);
  const distinct = [...spellings.values()]
    .filter(({ term }) => !terms.has(term))
    .map((entry) => ({ ...entry, rarity: entry.rarity * spellingShare }));
  let most = 0;
  for (const { rarity } of terms.values()) {
    most += index.mostOf(rarity);
  }
  return { terms: [...terms.values()], spellings: distinct, most };
}

function addKnown(spellings: Map<string, TermEntry>, entry: TermEntry): void {
  if (entry.id >= 0 && entry.term !== "") {
    spellings.set(entry.term, entry);
  }
}

/** `GitHub` where tools say `github`: the word counts, its halves do not. */
function dropSplitUnknowns(terms: Map<string, TermEntry>, spellings: Map<string, TermEntry>): void {
  for (const [spelling, entry] of spellings) {
    for (const [term, { id }] of terms) {
      if (id < 0 && term.length < spelling.length && spelling.includes(term)) {
        terms.delete(term);
        terms.set(spelling, entry);
      }
    }
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
