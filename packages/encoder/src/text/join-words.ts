import type { EnglishWord } from "@toolcrib/search";

/** Weaker words put in what the text does not say. */
const minWeight = 0.3;

/** A text in another language as the model reads it: its English words, in order, without the weak ones. */
export function joinWords(words: readonly EnglishWord[]): string {
  const kept: string[] = [];
  for (const { word, weight } of words) {
    if (weight >= minWeight && kept.at(-1) !== word) {
      kept.push(word);
    }
  }
  return kept.join(" ");
}
