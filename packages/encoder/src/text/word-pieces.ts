import { splitWordPieces } from "@toolcrib/shared/text";

/** The numbers of the pieces that the model treats specially. */
interface SpecialPieces {
  readonly start: number;
  readonly end: number;
  readonly unknown: number;
}

/** Longer texts are cut before anything else is done with them; no text that is cut to tokens needs more. */
const maxTextLength = 4_000;
const maxRememberedWords = 50_000;

/** A punctuation mark or an ideograph is a word of its own; anything else extends to the next space. */
const words = /[!-/:-@[-`{-~]|\p{P}|\p{Script=Han}|[^\s\p{Cc}\p{P}\p{Script=Han}!-/:-@[-`{-~]+/gu;
const otherScript = /[^\p{Script=Latin}\p{Script=Common}]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Splits texts into tokens as BERT's uncased WordPiece does. Words of other scripts are left out: the model has pieces
 * for some of their letters, and has not learnt what they mean.
 */
export class WordPieces {
  readonly #vocabulary: ReadonlyMap<string, number>;
  readonly #special: SpecialPieces;
  readonly #remembered = new Map<string, readonly number[]>();

  constructor(vocabulary: ReadonlyMap<string, number>, special: SpecialPieces) {
    this.#vocabulary = vocabulary;
    this.#special = special;
  }

  /** The tokens of a text, at most `maxTokens`; none if it has no word that the model can read. */
  tokens(text: string, maxTokens: number): number[] {
    const tokens = [this.#special.start];
    let isReadable = false;
    for (const [word] of foldText(text).matchAll(words)) {
      if (tokens.length >= maxTokens - 1) {
        break;
      }
      if (otherScript.test(word)) {
        continue;
      }
      const pieces = this.#piecesOf(word);
      isReadable ||= letterOrDigit.test(word) && pieces[0] !== this.#special.unknown;
      tokens.push(...pieces);
    }
    if (!isReadable) {
      return [];
    }
    tokens.length = Math.min(tokens.length, maxTokens - 1);
    tokens.push(this.#special.end);
    return tokens;
  }

  /** Whether a word is one piece. */
  has(word: string): boolean {
    return this.#vocabulary.has(foldText(word));
  }

  #piecesOf(word: string): readonly number[] {
    let pieces = this.#remembered.get(word);
    if (pieces === undefined) {
      if (this.#remembered.size >= maxRememberedWords) {
        this.#remembered.clear();
      }
      pieces = splitWordPieces(word, this.#vocabulary) ?? [this.#special.unknown];
      this.#remembered.set(word, pieces);
    }
    return pieces;
  }
}

function foldText(text: string): string {
  return text
    .slice(0, maxTextLength)
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "")
    .toLowerCase();
}

/** Whether most letters of a text are of a script that the model reads. */
export function isMostlyLatin(text: string): boolean {
  let latin = 0;
  let others = 0;
  for (const [letter] of text.slice(0, maxTextLength).matchAll(/\p{L}/gu)) {
    if (/\p{Script=Latin}/u.test(letter)) {
      latin++;
    } else {
      others++;
    }
  }
  return others <= latin;
}
