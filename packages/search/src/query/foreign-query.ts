import { englishWords } from "../languages/english-words.ts";
import type { Reading } from "../languages/language-reader.ts";
import { translateTerms } from "../text/glossary/translate-terms.ts";
import type { WordQuery } from "./parsed-query.ts";

/** The query, with the English words of a language reader besides those of the glossary. */
export function foreignQuery(query: WordQuery, reading: Reading): WordQuery {
  return { ...query, expanded: expandForeign(query.text, reading), isForeign: true };
}

/** A text in another language, followed by its English words. */
export function expandForeign(text: string, reading: Reading): string {
  return [...new Set([text, ...translateTerms(text), ...englishWords(reading)])].join(" ");
}
