import { withoutDiacritics } from "@toolcrib/shared/text";
import { foldText } from "../reading/fold-text.ts";
import { otherScript } from "../reading/scripts.ts";
import { functionWords } from "./function-words.ts";

const latinWords = /\p{Script=Latin}+/gu;
/** Shorter words are abbreviations as often as words. */
const minWordLength = 3;
/** One foreign function word in this many words is more than a name such as `El Salvador`. */
const wordsPerFunctionWord = 6;
/** From this share of unknown words on, a text may be foreign: product names are unknown too. */
const minShareOfUnknown = 0.5;

/**
 * Whether only the entries can tell if a text is foreign: it has letters of another script or with marks, function words
 * of another language, or many words that the English table does not know. Other texts are English, whether entries are
 * loaded or not: an answer must not depend on what was asked before.
 */
export function needsEntries(text: string, isEnglish: (word: string) => boolean): boolean {
  if (otherScript.test(text)) {
    return true;
  }
  let words = 0;
  let unknown = 0;
  let signs = 0;
  for (const [word] of foldText(text).matchAll(latinWords)) {
    const bare = withoutDiacritics(word);
    signs += bare !== word || functionWords.has(bare) ? 1 : 0;
    if (word.length >= minWordLength) {
      words++;
      unknown += isEnglish(word) ? 0 : 1;
    }
  }
  return signs * wordsPerFunctionWord > words || (unknown > 0 && unknown >= words * minShareOfUnknown);
}
