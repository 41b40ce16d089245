import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { splitWords } from "../../text/split-words.ts";

/** Most combinations of two letters are in the vocabulary of an embedder, whether they are words or not. */
const minWordLength = 3;

/**
 * Whether a tool or the embedder knows any word of a query, apart from stop words. An embedder spells a word that it does
 * not know with pieces, and the pieces of a mash of letters are near some tool or other by accident.
 */
export function hasKnownWord(text: string, { lexical, semantic }: CatalogueView): boolean {
  const embedder = semantic?.embedder;
  if (embedder?.knowsWord === undefined) {
    return true;
  }
  return splitWords(text).some(
    ({ word, term }) =>
      term !== "" &&
      (lexical.look(term).id >= 0 || (word.length >= minWordLength && embedder.knowsWord?.(word) === true)),
  );
}
