import type { SplitWord } from "../split-word.ts";
import { splitWords } from "../split-words.ts";
import { WordMemo } from "../word-memo.ts";
import { type Idiom, idioms } from "./idioms.ts";

/** A set of idioms by number, 32 in each element. */
type IdiomSet = Uint32Array;
type WordSet = ReadonlySet<string>;

/** The idioms that start with a word, and those that have it as their rarest word. */
interface IdiomSigns {
  readonly starts: IdiomSet;
  readonly goesOn: IdiomSet;
}

const letters = /[a-z]+/g;
/** An apostrophe splits a word of a text in two: `what's` is `what` and `s`, and `whats` in an idiom. */
const contraction = /^(i|it|he|she|we|you|they|let|that|there|what|when|where|who|how)(?:s|d|m|re|ve|ll)$|^(.+n)t$/;

let signsByWord: ReadonlyMap<string, IdiomSigns> | undefined;
let later: IdiomSet = new Uint32Array(0);
const signs = new WordMemo<IdiomSigns | undefined>(16_384, signsOf);

/**
 * Whether a text has the first and the rarest word of an idiom, in this order. Few texts have both, and looking for them
 * takes a fraction of the time that reading idioms does. It is never false for a text that has an idiom.
 */
export function mayHaveIdiom(text: string): boolean {
  const words = splitWords(text);
  later.fill(0);
  for (let place = words.length - 1; place >= 0; place--) {
    const found = signs.of(words[place] as SplitWord);
    if (found !== undefined && goesOnLater(found)) {
      return true;
    }
  }
  return false;
}

/** Remembers what a word goes on with, and says whether it starts something that goes on with it or later. */
function goesOnLater({ starts, goesOn }: IdiomSigns): boolean {
  let shared = 0;
  for (let element = 0; element < later.length; element++) {
    const known = (later[element] as number) | (goesOn[element] as number);
    later[element] = known;
    shared |= known & (starts[element] as number);
  }
  return shared !== 0;
}

/** Digits belong to a word of a text, and to no word of an idiom. */
function signsOf({ word }: SplitWord): IdiomSigns | undefined {
  signsByWord ??= collectSigns(idioms());
  const parts = word.match(letters) ?? [];
  const known = parts.flatMap((part) => signsByWord?.get(part) ?? []);
  return known.length < 2 ? known[0] : known.reduce(union);
}

function union(one: IdiomSigns, other: IdiomSigns): IdiomSigns {
  const either = (numbers: IdiomSet, others: IdiomSet): IdiomSet =>
    numbers.map((bits, element) => bits | (others[element] as number));
  return { starts: either(one.starts, other.starts), goesOn: either(one.goesOn, other.goesOn) };
}

function collectSigns(all: readonly Idiom[]): Map<string, IdiomSigns> {
  const elements = Math.ceil(all.length / 32);
  const byWord = new Map<string, IdiomSigns>();
  const signsAt = (word: string): IdiomSigns => {
    const known = byWord.get(word) ?? { starts: new Uint32Array(elements), goesOn: new Uint32Array(elements) };
    byWord.set(word, known);
    return known;
  };
  for (const { number, places } of all) {
    const [first, ...others]: readonly WordSet[] = places.filter((place) => place instanceof Set);
    for (const word of inText(first)) add(signsAt(word).starts, number);
    for (const word of inText(rarest(others) ?? first)) add(signsAt(word).goesOn, number);
  }
  later = new Uint32Array(elements);
  return byWord;
}

/** Long words are rare. */
function rarest(sets: readonly WordSet[]): WordSet | undefined {
  const shortest = (words: WordSet): number => Math.min(...Array.from(words, ({ length }) => length));
  return sets.toSorted((one, other) => shortest(other) - shortest(one))[0];
}

/** The words of an idiom as a text has them. */
function* inText(words: WordSet = new Set()): Generator<string> {
  for (const word of words) {
    yield word;
    const [, pronoun, negated] = contraction.exec(word) ?? [];
    yield pronoun ?? negated ?? word;
  }
}

function add(numbers: IdiomSet, number: number): void {
  const element = number >>> 5;
  numbers[element] = (numbers[element] as number) | (1 << (number & 31));
}
