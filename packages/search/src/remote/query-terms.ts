import type { WordQuery } from "../query/parsed-query.ts";
import { joinWords } from "../text/join-words.ts";
import type { SplitWord } from "../text/split-word.ts";
import { splitWords } from "../text/split-words.ts";

/** The maximum number of terms to look up: more than a query in words has. */
const maxTerms = 1_024;

/** All terms that ranking a query may look up: its words, their parts, and neighbours written as one word. */
export function termsOfQuery({ text, expanded, must }: WordQuery): readonly string[] {
  const terms = new Set<string>();
  for (const part of new Set([text, expanded, ...must])) {
    addTerms(part, terms);
  }
  return [...terms].slice(0, maxTerms);
}

function addTerms(text: string, terms: Set<string>): void {
  let previous: SplitWord | undefined;
  for (const word of splitWords(text)) {
    if (word.term !== "") {
      terms.add(word.term);
    }
    if (word.joins !== 0) {
      continue;
    }
    if (previous !== undefined) {
      const { term } = joinWords(previous, word);
      if (term !== "") {
        terms.add(term);
      }
    }
    previous = word;
    if (terms.size > maxTerms) {
      return;
    }
  }
}
