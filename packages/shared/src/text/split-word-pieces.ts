const maxWordLength = 100;

/**
 * The pieces of a word as BERT's WordPiece finds them: the longest that fits, from left to right; pieces that continue
 * a word start with `##`. Undefined if the word is too long, or cannot be spelt with the vocabulary.
 */
export function splitWordPieces(word: string, vocabulary: ReadonlyMap<string, number>): number[] | undefined {
  if (word.length > maxWordLength) return undefined;
  const pieces: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let piece: number | undefined;
    for (; end > start && piece === undefined; end--) {
      piece = vocabulary.get((start > 0 ? "##" : "") + word.slice(start, end));
    }
    if (piece === undefined) return undefined;
    pieces.push(piece);
    start = end + 1;
  }
  return pieces;
}
