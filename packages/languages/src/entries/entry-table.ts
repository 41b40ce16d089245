import type { EnglishWord } from "@toolcrib/search";
import { maxWordBytes } from "../file/check-body.ts";
import { blockSize, type EntriesFile } from "../file/entries-file.ts";

/** What is known about a foreign word. */
export interface Entry {
  /** The log-odds that a word in Latin letters is foreign. */
  readonly foreignness: number;
  /** The English words that together mean the same, strongest first; none for a word without a meaning of its own. */
  readonly english: readonly EnglishWord[];
}

const maxRemembered = 20_000;

/** Words in the order of their UTF-8 bytes, each stored as what it adds to the one before: found by bisection, without unpacking. */
export class EntryTable {
  readonly #file: EntriesFile;
  readonly #remembered = new Map<string, Entry | null>();
  readonly #key = new Uint8Array(maxWordBytes + 1);
  readonly #word = new Uint8Array(maxWordBytes + 1);
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(file: EntriesFile) {
    this.#file = file;
  }

  /** The entry of a word, or undefined. */
  get(word: string): Entry | undefined {
    let entry = this.#remembered.get(word);
    if (entry === undefined) {
      if (this.#remembered.size >= maxRemembered) {
        this.#remembered.clear();
      }
      entry = this.#find(word);
      this.#remembered.set(word, entry);
    }
    return entry ?? undefined;
  }

  #find(word: string): Entry | null {
    const length = this.#setKey(word);
    if (length === undefined) {
      return null;
    }
    let found: Entry | null = null;
    this.#walkBlock(this.#blockOf(length), (wordLength, at) => {
      const order = this.#compare(this.#word, wordLength, length);
      if (order === 0) {
        found = this.#read(at);
      }
      return order < 0;
    });
    return found;
  }

  /** The words before and after a word that has no entry. */
  neighbours(word: string): readonly string[] {
    const length = this.#setKey(word);
    if (length === undefined) {
      return [];
    }
    let before: string | undefined;
    let after: string | undefined;
    const block = this.#blockOf(length);
    for (const place of [block, block + 1]) {
      if (place < this.#file.blocks.length && after === undefined) {
        this.#walkBlock(place, (wordLength) => {
          const text = this.#decoder.decode(this.#word.subarray(0, wordLength));
          const isBefore = this.#compare(this.#word, wordLength, length) < 0;
          before = isBefore ? text : before;
          after = isBefore ? undefined : text;
          return isBefore;
        });
      }
    }
    return [before, after].filter((neighbour) => neighbour !== undefined);
  }

  /** The length of the word in bytes; undefined if no entry is that long. */
  #setKey(word: string): number | undefined {
    if (word.length > maxWordBytes || this.#file.blocks.length === 0) {
      return undefined;
    }
    const { read, written } = this.#encoder.encodeInto(word, this.#key);
    return read < word.length ? undefined : written;
  }

  /** The last block that begins with the word that is looked for, or with one before it. */
  #blockOf(length: number): number {
    const { blocks, body } = this.#file;
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const at = blocks[middle] as number;
      const first = body.subarray(at + 2, at + 2 + (body[at + 1] as number));
      if (this.#compare(first, first.length, length) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Goes through the words of a block, until the visitor returns false. */
  #walkBlock(block: number, visit: (wordLength: number, at: number) => boolean): void {
    const { blocks, body, count } = this.#file;
    let at = blocks[block] as number;
    const end = Math.min(count, (block + 1) * blockSize);
    for (let entry = block * blockSize; entry < end; entry++) {
      const shared = body[at] as number;
      const own = body[at + 1] as number;
      this.#word.set(body.subarray(at + 2, at + 2 + own), shared);
      at += 2 + own;
      if (!visit(shared + own, at)) {
        return;
      }
      const words = (body[at] as number) & 3;
      at += 1 + words * 2 + ((words + 1) >> 1);
    }
  }

  #compare(word: Uint8Array, wordLength: number, keyLength: number): number {
    for (let index = 0; index < wordLength && index < keyLength; index++) {
      const difference = (word[index] as number) - (this.#key[index] as number);
      if (difference !== 0) {
        return difference;
      }
    }
    return wordLength - keyLength;
  }

  #read(at: number): Entry {
    const { body, english } = this.#file;
    const info = body[at] as number;
    const count = info & 3;
    const words: EnglishWord[] = [];
    for (let index = 0; index < count; index++) {
      const number = (body[at + 1 + index * 2] as number) | ((body[at + 2 + index * 2] as number) << 8);
      const pair = body[at + 1 + count * 2 + (index >> 1)] as number;
      const weight = ((index & 1) === 1 ? pair >> 4 : pair & 15) / 10;
      words.push({ word: english[number] as string, weight });
    }
    return { foreignness: ((info >> 2) - 32) / 4, english: words.sort((a, b) => b.weight - a.weight) };
  }
}
