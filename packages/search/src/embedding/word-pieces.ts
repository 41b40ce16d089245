import { splitWordPieces } from "@toolcrib/shared/text";
import { asciiLetters } from "../text/ascii-letters.ts";
import { emptyHash, hashWith, WordTable } from "../text/word-table.ts";

/** Splits texts into vocabulary pieces: the longest that fits, from left to right, as BERT's WordPiece does. */
export class WordPieces {
  readonly #vocabulary: ReadonlyMap<string, number>;
  readonly #known: WordTable<readonly number[]>;

  constructor(vocabulary: ReadonlyMap<string, number>) {
    this.#vocabulary = vocabulary;
    this.#known = new WordTable(rememberedWords, (word) => this.#cut(word));
  }

  /** Whether a word, in lower case, is one piece. */
  has(word: string): boolean {
    return this.#vocabulary.has(word) || this.#vocabulary.has(withoutMarks(word));
  }

  /** Calls back with the number of each piece. Words that the vocabulary cannot spell are skipped. */
  each(text: string, visit: (piece: number) => void): void {
    if (this.#eachOfAscii(text, visit)) {
      return;
    }
    const folded = withoutMarks(text).toLowerCase();
    for (const [word] of folded.matchAll(words)) {
      // Pieces of other scripts are in the vocabulary by chance; their vectors mean nothing.
      if (!this.#eachOfAscii(word, visit) && !otherScript.test(word)) {
        visitAll(this.#cut(word), visit);
      }
    }
  }

  /** The same for ASCII text, which is most of it, at a fraction of the cost; false if the text is not ASCII. */
  #eachOfAscii(text: string, visit: (piece: number) => void): boolean {
    const letters = asciiLetters(text);
    if (letters === undefined) {
      return false;
    }
    let index = 0;
    while (index < text.length) {
      const start = index;
      let hash = emptyHash;
      for (; index < text.length; index++) {
        const letter = letters[index] as number;
        if ((letter >= 97 && letter <= 122) || (letter >= 48 && letter <= 57)) {
          hash = hashWith(hash, letter);
        } else if (letter >= 65 && letter <= 90) {
          letters[index] = letter + 32;
          hash = hashWith(hash, letter + 32);
        } else {
          break;
        }
      }
      if (index === start) {
        // A punctuation mark is a word of its own; spaces and control characters are not words.
        const mark = letters[index++] as number;
        if (mark <= 32 || mark === 127) {
          continue;
        }
        hash = hashWith(emptyHash, mark);
      }
      visitAll(this.#known.at(letters, start, index, hash), visit);
    }
    return true;
  }

  #cut(word: string): readonly number[] {
    return splitWordPieces(word, this.#vocabulary) ?? noPieces;
  }
}

const rememberedWords = 50_000;
const noPieces: readonly number[] = [];
/** A punctuation mark or an ideograph is a word of its own; anything else extends to the next space. */
const words = /[!-/:-@[-`{-~]|\p{P}|\p{Script=Han}|[^\s\p{Cc}\p{P}\p{Script=Han}!-/:-@[-`{-~]+/gu;

const otherScript = /[^\p{Script=Latin}\p{Script=Common}]/u;

function withoutMarks(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}+/gu, "");
}

function visitAll(pieces: readonly number[], visit: (piece: number) => void): void {
  for (let index = 0; index < pieces.length; index++) {
    visit(pieces[index] as number);
  }
}
