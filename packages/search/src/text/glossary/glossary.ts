import { withoutDiacritics } from "@toolcrib/shared/text";
import { foldArabic, foldDevanagari, withoutArabicPrefixes } from "./fold-word.ts";
import { glossaryColumns, glossaryTable } from "./glossary-table.ts";
import { opaqueHanWords } from "./han-variants.ts";
import { englishLookalikes, englishWords, type LatinLanguage, latinLanguages } from "./language-words.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import { createUnspacedLexicon, type UnspacedLexicon } from "./unspaced-lexicon.ts";

type Language = (typeof glossaryColumns)[number];
type SpacedLanguage = LatinLanguage | "ru" | "ar" | "hi";
type UnspacedLanguage = "zh" | "ja" | "ko";

// Everything is built on first use: most catalogues are only searched in one language.
let rows: readonly (readonly string[])[] | undefined;
let english: ReadonlySet<string> | undefined;
let beginnings: ReadonlySet<string> | undefined;
const spaced = new Map<SpacedLanguage, Lexicon>();
const unspaced = new Map<UnspacedLanguage, UnspacedLexicon>();

/** The English words of a concept. */
export function englishOf(concept: number): readonly string[] {
  return (readRows()[concept]?.[0] ?? "").split(" ");
}

/** The lexicon of a language with spaces between words. */
export function lexiconOf(language: SpacedLanguage): Lexicon {
  let lexicon = spaced.get(language);
  if (lexicon === undefined) {
    const cells = cellsOf(language);
    if (language === "ar") lexicon = createLexicon(cells, foldArabic, withoutArabicPrefixes);
    else if (language === "hi") lexicon = createLexicon(cells, foldDevanagari);
    else lexicon = createLexicon(cells);
    spaced.set(language, lexicon);
  }
  return lexicon;
}

/** The lexicon of a language whose words are found inside longer runs of characters. */
export function unspacedLexiconOf(language: UnspacedLanguage): UnspacedLexicon {
  let lexicon = unspaced.get(language);
  if (lexicon === undefined) {
    lexicon = createUnspacedLexicon(cellsOf(language), language === "ko" ? [] : opaqueHanWords);
    unspaced.set(language, lexicon);
  }
  return lexicon;
}

const englishInflections = ["s", "es", "d", "ed", "r", "er", "ing"];
// No word of the other Latin-script languages ends like this unless it means the same in English.
const englishSuffix = /^[a-z]{3,}(?:tions?|ings?|ed|ly|ity|ies|ness)$/;

/** Whether a Latin-script word shows that a text is English. */
export function isEnglish(word: string): boolean {
  english ??= new Set([...englishWords, ...englishLookalikes, ...cellsOf("en").flatMap((cell) => cell.split(" "))]);
  if (english.has(word)) return true;
  for (const ending of englishInflections) {
    if (word.endsWith(ending) && english.has(word.slice(0, -ending.length))) return true;
  }
  return englishSuffix.test(word);
}

const BEGINNING = 4;

/** Whether a Latin-script word starts like one in the glossary: avoids a lookup in every language. */
export function beginsLikeForeign(word: string): boolean {
  beginnings ??= new Set(
    latinLanguages.flatMap((language) =>
      cellsOf(language).flatMap((cell) => cell.split(",").map((form) => beginningOf(withoutDiacritics(form)))),
    ),
  );
  const folded = withoutDiacritics(word);
  return beginnings.has(folded.slice(0, BEGINNING)) || beginnings.has(folded.slice(0, BEGINNING - 1));
}

function beginningOf(form: string): string {
  return form.slice(0, BEGINNING).replace(/[*\s'-].*$/, "");
}

function readRows(): readonly (readonly string[])[] {
  rows ??= glossaryTable
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
  return rows;
}

function cellsOf(language: Language): readonly string[] {
  const column = glossaryColumns.indexOf(language);
  const spanish = glossaryColumns.indexOf("es");
  return readRows().map((row) => (row[column] === "^" ? row[spanish] : row[column]) ?? "");
}
