import type { SplitWord } from "../split-word.ts";
import { splitWords } from "../split-words.ts";
import { WordMemo } from "../word-memo.ts";
import { beginsLikeForeign, isEnglish, lexiconOf } from "./glossary.ts";
import {
  englishWords,
  type LatinLanguage,
  languageSigns,
  latinLanguages,
  sharedFunctionWords,
} from "./language-words.ts";
import { type FoundConcept, type PlacedWord, readWords } from "./read-words.ts";

const SHORTEST_LONE_WORD = 5;

/**
 * Reads Latin-script words in the one language that the text shows signs of.
 * Many words are spelled like English words with another meaning, so without such signs the text counts as English.
 */
export function readLatin(placed: readonly PlacedWord[]): FoundConcept[] {
  if (placed.length === 0 || !holdsForeignWord(placed)) return [];
  const language = languageOf(placed);
  if (language === undefined) return [];
  const isFunctionWord = (word: string) => languageSigns[language].functionWords.has(word);
  return readWords(
    placed.filter(({ word }) => !isFunctionWord(word) || !isEnglish(word)),
    lexiconOf(language),
    (word) => !isEnglish(word) && !isFunctionWord(word),
  );
}

const shared = 0;
const english = 1;
const foreign = 2;
const signs = new WordMemo(16_384, signOf);

function signOf({ word }: SplitWord): number {
  if (sharedFunctionWords.has(word)) return shared;
  if (englishWords.has(word)) return english;
  return anyFunctionWord.has(word) ? foreign : shared;
}

/**
 * Avoids building the glossary for English: an ASCII text of which at least an eighth are English function words, with
 * none of other languages.
 */
export function isPlainEnglish(text: string): boolean {
  let words = 0;
  let ofEnglish = 0;
  for (const word of splitWords(text)) {
    if (word.joins !== 0) continue;
    words++;
    const sign = signs.of(word);
    if (sign === foreign) return false;
    if (sign === english) ofEnglish++;
  }
  return words === 0 || (ofEnglish > 0 && ofEnglish * 8 >= words);
}

/** Whether any word could belong to another language at all. */
function holdsForeignWord(placed: readonly PlacedWord[]): boolean {
  const words = placed.map(({ word }) => word);
  return words.some(
    (word, index) =>
      mayBeForeign(word) &&
      latinLanguages.some((language) => lexiconOf(language).match(words, index, false)?.certain === true),
  );
}

// Module-level: the result depends on the word alone.
const rememberedWords = 20_000;
const foreignness = new Map<string, boolean>();

/** Whether a word is not English and starts like one in the glossary. */
function mayBeForeign(word: string): boolean {
  let isForeign = foreignness.get(word);
  if (isForeign === undefined) {
    isForeign = !isEnglish(word) && beginsLikeForeign(word);
    if (foreignness.size >= rememberedWords) foreignness.clear();
    foreignness.set(word, isForeign);
  }
  return isForeign;
}

const anyFunctionWord: ReadonlySet<string> = new Set(
  latinLanguages.flatMap((language) => [...languageSigns[language].functionWords]),
);

/** The language with the most signs, if they outnumber the English words and are more than a coincidence. */
function languageOf(placed: readonly PlacedWord[]): LatinLanguage | undefined {
  let best: LatinLanguage | undefined;
  let maxSigns = 0;
  for (const language of latinLanguages) {
    const signs = countSigns(placed, language);
    if (signs > maxSigns) {
      best = language;
      maxSigns = signs;
    }
  }
  return best;
}

/** How many more signs of the language than of English the text shows; 0 if there are not enough. */
function countSigns(placed: readonly PlacedWord[], language: LatinLanguage): number {
  const { functionWords, letters } = languageSigns[language];
  const lexicon = lexiconOf(language);
  const words = placed.map(({ word }) => word);
  const seen = new Set<string>();
  let known = 0;
  let signs = 0;
  let english = 0;
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? "";
    const match = lexicon.match(words, index, false);
    index += match?.length ?? 1;
    if (seen.has(word)) continue;
    seen.add(word);
    const isKnown = match?.certain === true && (match.length > 1 || !isEnglish(word));
    if (isKnown) known += match.length;
    if (isEnglish(word)) english += match === undefined && !sharedFunctionWords.has(word) ? 1 : 0;
    else if (functionWords.has(word) && match === undefined) signs++;
    if (letters.test(word)) signs++;
  }
  const isLoneWord = known === 1 && words.length === 1 && (words[0] ?? "").length >= SHORTEST_LONE_WORD;
  const isEnough = known + signs >= 2 || isLoneWord;
  return isEnough && known + signs > english ? known + signs - english : 0;
}
