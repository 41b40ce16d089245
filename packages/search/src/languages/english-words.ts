import type { Reading } from "./language-reader.ts";

/** Weaker words blur what is searched for; they only count for the meaning. */
const minWeight = 0.35;
/** How strong another word must be, compared with the strongest for the same foreign word. */
const minShareOfStrongest = 0.6;

/** The English words of a reading to search for, each once, in the order of the text. */
export function englishWords(reading: Reading): string[] {
  const words = new Set<string>();
  for (const translations of reading) {
    const least = Math.max(minWeight, (translations[0]?.weight ?? 0) * minShareOfStrongest);
    for (const { word, weight } of translations) {
      if (weight >= least) {
        words.add(word);
      }
    }
  }
  return [...words];
}
