import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { WordQuery } from "../query/parsed-query.ts";
import { splitWords } from "../text/split-words.ts";

const ascii = /^[a-z0-9]+$/;

/**
 * The text that is compared with tools: the original query if tools use its words, in any language; otherwise with the
 * English translations from the glossary. What a language reader translates is always added: tools in several languages
 * may answer.
 */
export function comparedText(query: WordQuery, lexical: LexicalIndex): string {
  if (query.expanded === query.text || query.isForeign === true) {
    return query.expanded;
  }
  // A single character is not informative in scripts where it is a word.
  const isKnown = splitWords(query.text).some(
    ({ word, term }) => word.length > 1 && !ascii.test(word) && lexical.look(term).id >= 0,
  );
  return isKnown ? query.text : query.expanded;
}
