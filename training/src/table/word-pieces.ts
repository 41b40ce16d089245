const maxWordLength = 100;

/** Cuts text into word pieces of a vocabulary, longest match first, as BERT's uncased models do. */
export class WordPieces {
  readonly #idOfPiece: ReadonlyMap<string, number>;
  readonly #idsOfWord = new Map<string, number[]>();

  constructor(vocabulary: readonly string[]) {
    this.#idOfPiece = new Map(vocabulary.map((piece, id) => [piece, id]));
  }

  /** A word with a part that the vocabulary lacks gives no ids at all. */
  idsOf(text: string): number[] {
    return wordsOf(text).flatMap((word) => this.#idsOfOneWord(word));
  }

  #idsOfOneWord(word: string): number[] {
    const known = this.#idsOfWord.get(word);
    if (known) return known;
    const ids = word.length > maxWordLength ? [] : this.#cut(word);
    this.#idsOfWord.set(word, ids);
    return ids;
  }

  #cut(word: string): number[] {
    const ids: number[] = [];
    let start = 0;
    while (start < word.length) {
      let end = word.length;
      let id: number | undefined;
      for (; end > start; end--) {
        id = this.#idOfPiece.get((start > 0 ? "##" : "") + word.slice(start, end));
        if (id !== undefined) break;
      }
      if (id === undefined) return [];
      ids.push(id);
      start = end;
    }
    return ids;
  }
}

/** Lower-cased words without accents; each punctuation mark and each Chinese character is a word. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "")
    .toLowerCase();
  return plain.match(wordPattern) ?? [];
}

const asciiPunctuation = "!-/:-@\\[-`{-~";
const alone = `[${asciiPunctuation}\\p{P}\\p{Script=Han}]`;
const wordPattern = new RegExp(`${alone}|[^\\s\\x00-\\x20\\uFFFD${asciiPunctuation}\\p{P}\\p{Script=Han}]+`, "gu");
