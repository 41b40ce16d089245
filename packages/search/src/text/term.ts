import { stemEnglish } from "./stem-english.ts";
import { stopWords } from "./stop-words.ts";

/** The form in which a word is indexed and looked up; empty for a stop word. */
export function termOf(word: string): string {
  return stopWords.has(word) ? "" : stem(word);
}

const asciiWord = /^[a-z0-9]+$/;
const cyrillicWord = /^\p{Script=Cyrillic}+$/u;
const maxTermLength = 64;
const cyrillicStem = 5;

function stem(word: string): string {
  if (asciiWord.test(word)) {
    return stemEnglish(word).slice(0, maxTermLength);
  }
  // In these languages endings carry the grammar, and the first letters the meaning.
  return word.slice(0, cyrillicWord.test(word) ? cyrillicStem : maxTermLength);
}
