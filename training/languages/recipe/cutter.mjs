// Finds the entries of a foreign text in a vocabulary. Spaced words are looked up whole, then without their marks, then by the known word
// that they share the longest beginning with, then as two known words in one; unspaced stretches are cut by the longest known piece.
import { bare, cutUnspaced, fold, runsOf } from "./tokens.mjs";

const latin = /^[\p{Script=Latin}0-9]+$/u;
const ascii = /^[a-z0-9]+$/;
const hangul = /^\p{Script=Hangul}/u;
const arabic = /^\p{Script=Arabic}/u;

export class Cutter {
  /** `vocabulary` maps words to numbers; `englishPieces` gives the numbers of an English word's pieces. */
  constructor(vocabulary, toSimplified, englishPieces) {
    this.vocabulary = vocabulary;
    this.toSimplified = toSimplified;
    this.englishPieces = englishPieces;
    this.has = (word) => vocabulary.has(word);
    this.memo = new Map();
  }

  #prepare() {
    this.sorted = [...this.vocabulary.keys()].sort();
    this.bareWords = new Map();
    for (const [word, row] of this.vocabulary) {
      const without = bare(word);
      if (without !== word && !this.vocabulary.has(without) && !this.bareWords.has(without))
        this.bareWords.set(without, row);
    }
  }

  /** Calls back with (row, isEnglish) for everything that is known. `isForeign`: words in Latin letters are not English. */
  each(text, isForeign, visit, guess = true) {
    const all = [...runsOf(fold(text), this.toSimplified)];
    for (let place = 0; place < all.length; place++) {
      const { run, spaced } = all[place];
      const pair =
        isForeign && spaced && all[place + 1]?.spaced ? this.vocabulary.get(`${run} ${all[place + 1].run}`) : undefined;
      if (pair !== undefined) {
        visit(pair, false);
        place++;
      } else if (!spaced) {
        for (const piece of cutUnspaced(run, this.has)) {
          const row = this.vocabulary.get(piece);
          if (row !== undefined) visit(row, false);
        }
      } else if (latin.test(run) && (!isForeign || /^[0-9]+$/.test(run))) {
        for (const piece of this.englishPieces(run)) visit(piece, true);
      } else {
        const row = this.vocabulary.get(run);
        if (row !== undefined) visit(row, false);
        else if (guess) this.#guess(run, visit);
      }
    }
  }

  #guess(word, visit) {
    let found = this.memo.get(word);
    if (found === undefined) {
      found = this.#search(word);
      if (this.memo.size > 50_000) this.memo.clear();
      this.memo.set(word, found);
    }
    for (const [row, isEnglish] of found) visit(row, isEnglish);
  }

  #search(word) {
    if (this.sorted === undefined) this.#prepare();
    const row = this.bareWords.get(word) ?? this.vocabulary.get(bare(word));
    if (row !== undefined) return [[row, false]];
    if (ascii.test(word)) {
      const pieces = [...this.englishPieces(word)];
      if (pieces.length === 1) return [[pieces[0], true]];
    }
    if (arabic.test(word)) {
      const inner = /^(?:[وفبكل]?ال|لل)(.{2,})$/u.exec(word)?.[1] ?? /^[وفبل](.{3,})$/u.exec(word)?.[1];
      if (inner !== undefined && this.vocabulary.has(inner)) return [[this.vocabulary.get(inner), false]];
    }
    const isHangul = hangul.test(word);
    const { near, shared } = this.#nearest(word);
    if (near !== undefined && shared >= (isHangul ? 2 : 4) && shared >= word.length * (isHangul ? 0.5 : 0.7))
      return [[this.vocabulary.get(near), false]];
    const least = isHangul ? 2 : 4;
    for (let end = word.length - least; end >= least; end--) {
      const first = this.vocabulary.get(word.slice(0, end));
      if (first === undefined) continue;
      const rest = word.slice(end);
      const second = this.vocabulary.get(rest) ?? this.vocabulary.get(rest.replace(/^(?:s|n|en|es|er)(?=.{4})/, ""));
      if (second !== undefined)
        return [
          [first, false],
          [second, false],
        ];
    }
    if (near !== undefined && shared >= (isHangul ? 2 : 5) && shared >= word.length * 0.5)
      return [[this.vocabulary.get(near), false]];
    return [];
  }

  /** The known word with the longest common beginning: one of the two neighbours in the order of the alphabet. */
  #nearest(word) {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle] < word) low = middle + 1;
      else high = middle;
    }
    let near;
    let shared = 0;
    for (const candidate of [this.sorted[low], this.sorted[low - 1]]) {
      if (candidate === undefined) continue;
      let length = 0;
      while (length < word.length && candidate[length] === word[length]) length++;
      if (length > shared) [near, shared] = [candidate, length];
    }
    return { near, shared };
  }
}
