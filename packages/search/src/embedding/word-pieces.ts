/** Cuts texts into the pieces of a vocabulary: the longest piece that fits, from left to right, as BERT's WordPiece does. */
export class WordPieces {
  readonly #vocabulary: ReadonlyMap<string, number>;
  readonly #known = new Map<string, readonly number[]>();

  constructor(vocabulary: ReadonlyMap<string, number>) {
    this.#vocabulary = vocabulary;
  }

  /** Calls back with the number of each piece. Words that the vocabulary cannot spell are passed over. */
  each(text: string, visit: (piece: number) => void): void {
    const visitWord = (word: string): void => {
      for (const piece of this.#piecesOf(word)) {
        visit(piece);
      }
    };
    if (isAscii.test(text)) {
      eachAsciiWord(text.toLowerCase(), visitWord);
      return;
    }
    const folded = text
      .normalize("NFD")
      .replace(/\p{Mn}+/gu, "")
      .toLowerCase();
    for (const [word] of folded.matchAll(words)) {
      // Pieces of other scripts stand in the vocabulary by chance; their vectors mean nothing.
      if (!otherScript.test(word)) {
        visitWord(word);
      }
    }
  }

  #piecesOf(word: string): readonly number[] {
    let pieces = this.#known.get(word);
    if (pieces === undefined) {
      pieces = this.#cut(word);
      if (this.#known.size >= rememberedWords) {
        this.#known.clear();
      }
      this.#known.set(word, pieces);
    }
    return pieces;
  }

  #cut(word: string): number[] {
    if (word.length > longestWord) {
      return [];
    }
    const pieces: number[] = [];
    let start = 0;
    while (start < word.length) {
      let end = word.length;
      let piece: number | undefined;
      for (; end > start && piece === undefined; end--) {
        piece = this.#vocabulary.get((start > 0 ? "##" : "") + word.slice(start, end));
      }
      if (piece === undefined) {
        return [];
      }
      pieces.push(piece);
      start = end + 1;
    }
    return pieces;
  }
}

const rememberedWords = 20_000;
const longestWord = 100;
const isAscii = /^\p{ASCII}*$/u;
/** A punctuation mark or an ideograph is a word of its own; anything else goes on to the next space. */
const words = /[!-/:-@[-`{-~]|\p{P}|\p{Script=Han}|[^\s\p{Cc}\p{P}\p{Script=Han}!-/:-@[-`{-~]+/gu;

const otherScript = /[^\p{Script=Latin}\p{Script=Common}]/u;

/** The same cut for text that is all ASCII, where most of it is, at a fraction of the cost. */
function eachAsciiWord(text: string, visit: (word: string) => void): void {
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isLetterOrDigit = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (isLetterOrDigit) {
      if (start < 0) {
        start = index;
      }
      continue;
    }
    if (start >= 0) {
      visit(text.slice(start, index));
      start = -1;
    }
    if (code > 32 && code < 127) {
      visit(text.charAt(index));
    }
  }
  if (start >= 0) {
    visit(text.slice(start));
  }
}
