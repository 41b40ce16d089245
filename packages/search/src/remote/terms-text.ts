import type { DocumentTerm, WeighedTerm } from "../lexical/document-terms.ts";
import { fieldBits, fieldMask } from "../lexical/lexical-index.ts";

/** Terms hold no white space. */
const separator = " ";

/** The terms of a tool as text: each followed by its impact and fields in one number. */
export function writeTerms(terms: readonly WeighedTerm[]): string {
  return terms
    .map(({ term, impact, fields }) => `${term}${separator}${(impact << fieldBits) | fields}`)
    .join(separator);
}

/** Reads what `writeTerms` wrote. Splitting the tool's texts again would take most of the time of a search. */
export function readTerms(text: string): DocumentTerm[] {
  const parts = text === "" ? [] : text.split(separator);
  const terms: DocumentTerm[] = [];
  for (let place = 0; place + 1 < parts.length; place += 2) {
    const packed = Number(parts[place + 1]);
    terms.push({
      term: parts[place] as string,
      impact: packed >>> fieldBits,
      fields: packed & fieldMask,
      lastIndex: 0,
      idInIndex: 0,
    });
  }
  return terms;
}
