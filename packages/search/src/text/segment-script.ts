import { innerPiece, type WordVisitor } from "./word-visitor.ts";

const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

/** Splits a run of letters into parts that are written without spaces and parts that are not: `解析pdf` → `解析`, `pdf`. */
export const unspacedRun: RegExp = new RegExp(`[${unspaced}\\p{M}]+|[^${unspaced}]+`, "gu");

const startsUnspaced = new RegExp(`^[${unspaced}]`, "u");
const hanOnly = /^[\p{Script=Han}々]+$/u;
const hangulOnly = /^\p{Script=Hangul}+$/u;

/** Visits the words of a text in a script that needs segmentation; false if the script needs none. */
export function segmentScript(piece: string, visit: WordVisitor): boolean {
  if (startsUnspaced.test(piece)) {
    for (const word of wordsOf(piece)) {
      visit(word, 0);
      if (hanOnly.test(word)) {
        visitPairs(word, visit);
      }
    }
    return true;
  }
  if (hangulOnly.test(piece)) {
    // Particles are attached to the word: its pairs of syllables match the bare word.
    visit(piece, 0);
    visitPairs(piece, visit);
    return true;
  }
  return false;
}

/** Words of three characters and more are also found by their parts, because segmenters disagree about compounds. */
function visitPairs(word: string, visit: WordVisitor): void {
  const characters = Array.from(word);
  if (characters.length < 3) {
    return;
  }
  for (let index = 0; index + 1 < characters.length; index++) {
    visit(`${characters[index]}${characters[index + 1]}`, innerPiece);
  }
}

let segmenter: Intl.Segmenter | undefined;
const maxStretchLength = 200;

function* wordsOf(piece: string): Generator<string> {
  if (typeof Intl === "undefined" || Intl.Segmenter === undefined) {
    yield* pairsOf(piece);
    return;
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  for (const stretch of stretchesOf(piece)) {
    for (const { segment, isWordLike } of segmenter.segment(stretch)) {
      if (isWordLike !== false) {
        yield segment;
      }
    }
  }
}

/** Segmenters take quadratic time: a long run is split, never inside a character. */
function* stretchesOf(piece: string): Generator<string> {
  let start = 0;
  while (start < piece.length) {
    let end = start + maxStretchLength;
    if (/[\ud800-\udbff]/.test(piece.charAt(end - 1))) {
      end++;
    }
    yield piece.slice(start, end);
    start = end;
  }
}

/** For runtimes without a segmenter. */
function* pairsOf(piece: string): Generator<string> {
  const characters = Array.from(piece);
  if (characters.length === 1) {
    yield piece;
  }
  for (let index = 0; index + 1 < characters.length; index++) {
    yield `${characters[index]}${characters[index + 1]}`;
  }
}
