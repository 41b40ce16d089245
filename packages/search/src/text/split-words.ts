import { asciiLetters } from "./ascii-letters.ts";
import { segmentScript, unspacedRun } from "./segment-script.ts";
import { numberedWord, type SplitWord, unnumberedWord } from "./split-word.ts";
import { emptyHash, hashWith, WordTable } from "./word-table.ts";
import type { WordVisitor } from "./word-visitor.ts";

/**
 * Splits a text into lower-case words: identifiers in every spelling (`createIssue`, `create_issue`, `CREATE-ISSUE`, `HTTPServer`),
 * prose in any language, and scripts that write without spaces.
 */
export function splitWords(text: string): readonly SplitWord[] {
  if (text !== lastText) {
    lastWords = split(text);
    lastText = text;
  }
  return lastWords;
}

// Cached: a query is split for names, and then for terms.
let lastText = "";
let lastWords: readonly SplitWord[] = [];

function split(text: string): readonly SplitWord[] {
  const found: SplitWord[] = [];
  if (!addAscii(text, found)) {
    // A dash or an accent in one place does not slow down the rest of the text.
    for (const piece of text.split(whiteSpace)) {
      if (!addAscii(piece, found) && hasWords.test(piece)) {
        addUnicode(fold(piece), found);
      }
    }
  }
  return found;
}

/** The words of a text, without other spellings and parts of them. */
export function wholeWords(text: string): string[] {
  const words: string[] = [];
  for (const { word, joins } of splitWords(text)) {
    if (joins === 0) {
      words.push(word);
    }
  }
  return words;
}

const whiteSpace = /\s+/;
const hasWords = /[\p{L}\p{N}\p{M}\p{S}]/u;

/** One spelling for what looks the same: full-width letters, ligatures, accents. Unpaired surrogates become U+FFFD. */
function fold(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC");
}

const other = 0;
const lower = 1;
const upper = 2;
const digit = 3;

/**
 * The classes of ASCII characters, and their lower case: tables, because every character of a catalogue is looked up.
 */
const classes = Uint8Array.from({ length: 128 }, (_none, code) => {
  if (code >= 97 && code <= 122) {
    return lower;
  }
  if (code >= 65 && code <= 90) {
    return upper;
  }
  return code >= 48 && code <= 57 ? digit : other;
});
const lowerCases = Uint8Array.from(classes, (itsClass, code) => (itsClass === upper ? code + 32 : code));

const asciiWords = new WordTable(50_000, numberedWord);

/** Splits a run of letters and digits where the case indicates a new part; digits stay with the letters before them. */
function addAscii(text: string, found: SplitWord[]): boolean {
  const letters = asciiLetters(text);
  if (letters === undefined) {
    return false;
  }
  const length = text.length;
  let start = 0;
  while (start < length) {
    let before = classes[letters[start] as number] as number;
    if (before === other) {
      start++;
      continue;
    }
    let partStart = start;
    let end = start;
    let hash = emptyHash;
    let hashBefore = hash;
    let parts = 0;
    for (; end < length; end++) {
      const letter = letters[end] as number;
      const here = classes[letter] as number;
      if (here === other) {
        break;
      }
      if (here === upper && before !== upper) {
        found.push(asciiWords.at(letters, partStart, end, hash));
        parts++;
        partStart = end;
        hash = emptyHash;
      } else if (here === lower && before === upper && end - partStart > 1) {
        found.push(asciiWords.at(letters, partStart, end - 1, hashBefore));
        parts++;
        partStart = end - 1;
        hash = hashWith(emptyHash, letters[partStart] as number);
      }
      const lowerCase = lowerCases[letter] as number;
      letters[end] = lowerCase;
      hashBefore = hash;
      hash = hashWith(hash, lowerCase);
      before = here;
    }
    found.push(asciiWords.at(letters, partStart, end, hash));
    if (parts > 0) {
      found.push({ ...asciiWords.at(letters, start, end, hashOf(letters, start, end)), joins: parts + 1 });
    }
    start = end;
  }
  return true;
}

function hashOf(letters: Uint8Array, start: number, end: number): number {
  let hash = emptyHash;
  for (let index = start; index < end; index++) {
    hash = hashWith(hash, letters[index] as number);
  }
  return hash;
}

const wordRun = /[\p{L}\p{N}\p{M}]+/gu;
const casePartBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

function addUnicode(text: string, found: SplitWord[]): void {
  const add = (word: string, joins: number): void => {
    found.push(unnumberedWord(word, joins));
  };
  for (const [run] of text.matchAll(wordRun)) {
    for (const [piece] of run.matchAll(unspacedRun)) {
      if (!addAscii(piece, found) && !segmentScript(piece, add)) {
        splitByCase(piece, add);
      }
    }
  }
}

function splitByCase(piece: string, add: WordVisitor): void {
  const parts = piece.split(casePartBoundary);
  for (const part of parts) {
    add(part.toLowerCase(), 0);
  }
  if (parts.length > 1) {
    add(piece.toLowerCase(), parts.length);
  }
}
