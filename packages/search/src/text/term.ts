import { stemEnglish } from "./stem-english.ts";
import { stopWords } from "./stop-words.ts";

/** The form under which a word is indexed and looked up; empty for a word that says nothing. */
export function termOf(word: string): string {
  return stopWords.has(word) ? "" : stem(word);
}

const rememberedPairs = 50_000;
const joinedTerms = new Map<string, Map<string, string>>();
let pairs = 0;

/** The term of two words of a query written as one. Two look-ups of words that are there already cost less than joining them. */
export function termOfJoined(first: string, second: string): string {
  let terms = joinedTerms.get(first);
  let term = terms?.get(second);
  if (term === undefined) {
    if (pairs >= rememberedPairs) {
      joinedTerms.clear();
      pairs = 0;
      terms = undefined;
    }
    term = termOf(first + second);
    if (terms === undefined) {
      terms = new Map();
      joinedTerms.set(first, terms);
    }
    terms.set(second, term);
    pairs++;
  }
  return term;
}

const asciiWord = /^[a-z0-9]+$/;
const cyrillicWord = /^\p{Script=Cyrillic}+$/u;
const longestTerm = 64;
const cyrillicStem = 5;

function stem(word: string): string {
  if (asciiWord.test(word)) {
    return stemEnglish(word).slice(0, longestTerm);
  }
  // Endings carry the grammar in these languages, and the first letters the meaning.
  return word.slice(0, cyrillicWord.test(word) ? cyrillicStem : longestTerm);
}
