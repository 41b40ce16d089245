import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { WordQuery } from "../query/parsed-query.ts";
import { splitWords } from "../text/split-words.ts";

const ascii = /^[a-z0-9]+$/;

/**
 * The text that tools are compared with: the query as it was asked where tools have its own words, whatever the language; else with the English
 * words that a glossary knows for it.
 */
export function comparedText(query: WordQuery, lexical: LexicalIndex): string {
  if (query.expanded === query.text) {
    return query.text;
  }
  // One character says little in scripts where it is a word.
  const isKnown = splitWords(query.text).some(
    ({ word, term }) => word.length > 1 && !ascii.test(word) && lexical.look(term).id >= 0,
  );
  return isKnown ? query.text : query.expanded;
}
