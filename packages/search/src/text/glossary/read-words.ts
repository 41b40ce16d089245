import type { Lexicon } from "./lexicon.ts";

/** A concept and its position in the text. */
export interface FoundConcept {
  readonly position: number;
  readonly concept: number;
}

/** A word and its position in the text. */
export interface PlacedWord {
  readonly position: number;
  readonly word: string;
}

/**
 * Reads words from left to right, longest phrase first. `mayGuess` says for which words an unlisted form is accepted.
 */
export function readWords(
  placed: readonly PlacedWord[],
  lexicon: Lexicon,
  mayGuess: (word: string) => boolean,
): FoundConcept[] {
  const words = placed.map(({ word }) => word);
  const found: FoundConcept[] = [];
  for (let index = 0; index < words.length; ) {
    const match = lexicon.match(words, index, mayGuess(words[index] ?? ""));
    const position = placed[index]?.position ?? 0;
    for (const concept of match?.concepts ?? []) found.push({ position, concept });
    index += match?.length ?? 1;
  }
  return found;
}
