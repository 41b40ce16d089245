import { englishOf, lexiconOf, unspacedLexiconOf } from "./glossary.ts";
import { toSimplifiedChinese } from "./han-variants.ts";
import { isPlainEnglish, readLatin } from "./read-latin.ts";
import { type FoundConcept, type PlacedWord, readWords } from "./read-words.ts";

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CYRILLIC_WORDS = /\p{Script=Cyrillic}+/gu;
const ARABIC_WORDS = /[\p{Script=Arabic}\p{Mn}]+/gu;
const DEVANAGARI_WORDS = /\p{Script=Devanagari}+/gu;
const LATIN_WORDS = /[\p{Script=Latin}\p{Mn}]+/gu;
const NOT_ASCII = /[^\0-\x7f]/g;
const IS_ASCII = /^[\0-\x7f]*$/;
const FOREIGN_LETTERS = /(?![a-z])[\p{Script=Latin}\p{Mn}]/u;

/**
 * English translations of the foreign words in a text, in text order and without duplicates.
 * English words of the text are not repeated, and an English text gives nothing.
 */
export function translateTerms(text: string): string[] {
  const found = !IS_ASCII.test(text) ? readAnyScript(text) : readAscii(text);
  if (found.length === 0) return [];
  const inOrder = found.toSorted((left, right) => left.position - right.position);
  return [...new Set(inOrder.flatMap(({ concept }) => englishOf(concept)))];
}

function readAnyScript(text: string): FoundConcept[] {
  const folded = text.normalize("NFKC").toLowerCase().normalize("NFC");
  // A dash or a quotation mark does not make English text foreign.
  const isEnglish = !FOREIGN_LETTERS.test(folded) && isPlainEnglish(folded.replace(NOT_ASCII, " "));
  const latin = isEnglish ? [] : readLatin(placeWords(folded, LATIN_WORDS));
  return [...readUnspaced(folded), ...readNonLatinWords(folded), ...latin];
}

function readAscii(text: string): FoundConcept[] {
  return isPlainEnglish(text) ? [] : readLatin(placeAsciiWords(text.toLowerCase()));
}

/** The result of `placeWords` for lower-case ASCII text, the usual case, at a fraction of the cost. */
function placeAsciiWords(text: string): PlacedWord[] {
  const placed: PlacedWord[] = [];
  let start = -1;
  for (let index = 0; index <= text.length; index++) {
    const code = text.charCodeAt(index);
    const isLetter = code >= 97 && code <= 122;
    if (isLetter && start < 0) {
      start = index;
    } else if (!isLetter && start >= 0) {
      placed.push({ position: start, word: text.slice(start, index) });
      start = -1;
    }
  }
  return placed;
}

function placeWords(text: string, pattern: RegExp): PlacedWord[] {
  return Array.from(text.matchAll(pattern), (match) => ({ position: match.index, word: match[0] }));
}

function readUnspaced(text: string): FoundConcept[] {
  if (!UNSPACED.test(text)) return [];
  const chinese = unspacedLexiconOf("zh");
  const japanese = unspacedLexiconOf("ja");
  const korean = unspacedLexiconOf("ko");
  const simplified = toSimplifiedChinese(text);
  const isJapanese = KANA.test(text);
  const found: FoundConcept[] = [];
  for (let position = 0; position < text.length; ) {
    // A single character depends on the language of the text; a whole word is less ambiguous.
    const inChinese = chinese.match(simplified, position);
    const inJapanese = japanese.match(text, position);
    const [own, other] = isJapanese ? [inJapanese, inChinese] : [inChinese, inJapanese];
    const candidates = [own, other && other.length > 1 ? other : undefined, korean.match(text, position)];
    const longest = Math.max(0, ...candidates.map((candidate) => candidate?.length ?? 0));
    const match = candidates.find((candidate) => candidate?.length === longest);
    for (const concept of match?.concepts ?? []) found.push({ position, concept });
    position += Math.max(1, longest);
  }
  return found;
}

function readNonLatinWords(text: string): FoundConcept[] {
  return [
    ...readScript(text, CYRILLIC_WORDS, "ru"),
    ...readScript(text, ARABIC_WORDS, "ar"),
    ...readScript(text, DEVANAGARI_WORDS, "hi"),
  ];
}

function readScript(text: string, pattern: RegExp, language: "ru" | "ar" | "hi"): FoundConcept[] {
  const placed = placeWords(text, pattern);
  return placed.length === 0 ? [] : readWords(placed, lexiconOf(language), () => true);
}
