import { stemEnglish } from "./stem-english.ts";
import { stopWords } from "./stop-words.ts";

/** The form under which a word is indexed and looked up; empty for a word that says nothing. */
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
  // Endings carry the grammar in these languages, and the first letters the meaning.
  return word.slice(0, cyrillicWord.test(word) ? cyrillicStem : maxTermLength);
}
