/**
 * Receives each word that a script's own rules find in a text, in order. `joins` is 0 for a separate word, n for the
 * joined spelling of the n words before it (`github` after `git` and `hub`), and `innerPiece` for a part of the word
 * before it.
 */
export type WordVisitor = (word: string, joins: number) => void;

/** Marks a part of a word that was already visited whole. */
export const innerPiece = -1;
