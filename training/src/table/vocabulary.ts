import { WordPieces, wordsOf } from "./word-pieces.ts";

/** Pieces seen less often are left out: their words fall back to shorter pieces. */
const minPieceCount = 3;
/** Words that the teacher's vocabulary cuts up get a row of their own when they are this common. */
const minWordCount = 40;

/** The teacher's pieces that the texts use, then the common words that it knows only in pieces. */
export function chooseVocabulary(texts: readonly string[], teacherVocabulary: readonly string[]): string[] {
  const wordPieces = new WordPieces(teacherVocabulary);
  const countOfWord = new Map<string, number>();
  for (const text of texts) {
    for (const word of wordsOf(text)) countOfWord.set(word, (countOfWord.get(word) ?? 0) + 1);
  }
  const countOfPiece = new Int32Array(teacherVocabulary.length);
  const commonWords: string[] = [];
  for (const [word, count] of countOfWord) {
    const ids = wordPieces.idsOf(word);
    for (const id of ids) countOfPiece[id] += count;
    if (ids.length > 1 && count >= minWordCount && /^[a-z]+$/.test(word)) commonWords.push(word);
  }
  const usedPieces = teacherVocabulary.filter(
    (piece, id) =>
      !isControlPiece(piece) && ((countOfPiece[id] as number) >= minPieceCount || isSingleCharacter(piece)),
  );
  return [...usedPieces, ...commonWords.sort()];
}

function isControlPiece(piece: string): boolean {
  return /^\[.+\]$/.test(piece);
}

/** Kept whatever their count, so that every word in plain letters and digits can be written. */
function isSingleCharacter(piece: string): boolean {
  return /^(##)?[\x21-\x7e]$/.test(piece);
}
