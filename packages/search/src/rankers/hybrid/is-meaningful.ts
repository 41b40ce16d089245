import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { splitWords } from "../../text/split-words.ts";

/** Most combinations of two letters are in the vocabulary of an embedder, whether they are words or not. */
const minWordLength = 3;

/**
 * Whether the vector of a query says what it means: the embedder knows one of its words, apart from stop words. It spells
 * a word that it does not know with pieces, and the pieces of a mash of letters are near some tool or other by accident.
 * Where a query asks for something and no tool has its words either, as with typing mistakes, pieces are all there is.
 */
export function isMeaningful(text: string, isAsking: boolean, { lexical, semantic }: CatalogueView): boolean {
  if (semantic?.embedder.knowsWord === undefined) {
    return true;
  }
  const words = splitWords(text).filter(({ term }) => term !== "");
  return (
    words.some(({ word }) => word.length >= minWordLength && semantic.knowsWord(word)) ||
    (isAsking && words.every(({ term }) => lexical.look(term).id < 0))
  );
}
