import { descriptionField, nameField } from "../../lexical/fields.ts";
import type { LexicalIndex } from "../../lexical/lexical-index.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { seenName } from "../../text/look-alikes.ts";
import type { ToolDocument } from "../../tool/document.ts";

/** Tools with a single word say too little to be told from each other. */
const minWords = 2;
/** The share of the shorter tool's words that a copy has. */
const minSharedWords = 0.92;
/** Below this number of words, a copy has all words of the other, and at most one of its own. */
const fewWords = 5;
const maxOwnWords = 1;
/** Two tools with the same description of so many letters say the same, whatever they are called. */
const minLengthUnderAnyName = 40;

/** The words of some tools, to tell which say the same. */
export class CopyFinder {
  readonly #catalogue: CatalogueView;
  readonly #words: Map<ToolDocument, ReadonlySet<number>>;

  constructor(catalogue: CatalogueView) {
    this.#catalogue = catalogue;
    this.#words = wordsIn(catalogue.lexical);
  }

  /** Whether two tools of different servers say the same. */
  areCopies(left: number, right: number): boolean {
    const serverOf = (slot: number): string => this.#catalogue.documentAt(slot).server;
    return serverOf(left) !== serverOf(right) && this.sayTheSame(left, right);
  }

  /** Whether two tools say the same, on any server. */
  sayTheSame(left: number, right: number): boolean {
    return this.#shareWords(left, right) || this.#haveSameDescription(left, right);
  }

  /**
   * Whether two tools have the same description, and it is a long one or their names differ by a letter or two; or the
   * same name, and one has all sentences of the other's description and some more.
   */
  #haveSameDescription(left: number, right: number): boolean {
    const [one, other] = [this.#catalogue.documentAt(left), this.#catalogue.documentAt(right)];
    if (one.description === "" || other.description === "") {
      return false;
    }
    return one.description === other.description
      ? one.description.length >= minLengthUnderAnyName || areLookAlikes(one, other)
      : seenName(one.bareName) === seenName(other.bareName) && hasSentencesOf(one.description, other.description);
  }

  #shareWords(left: number, right: number): boolean {
    const [one, other] = [this.#wordsOf(left), this.#wordsOf(right)];
    const [few, many] = one.size <= other.size ? [one, other] : [other, one];
    if (few.size < minWords || (few.size < fewWords && many.size > few.size + maxOwnWords)) {
      return false;
    }
    let missing = few.size < fewWords ? 0 : few.size - Math.ceil(few.size * minSharedWords);
    for (const word of few) {
      // Most tools differ in one of the first words.
      if (!many.has(word) && missing-- === 0) {
        return false;
      }
    }
    return true;
  }

  #wordsOf(slot: number): ReadonlySet<number> {
    const document = this.#catalogue.documentAt(slot);
    let words = this.#words.get(document);
    if (words === undefined) {
      words = wordsOf(this.#catalogue.lexical, slot);
      this.#words.set(document, words);
    }
    return words;
  }
}

/** As many tools as a few dozen searches compare. */
const maxRemembered = 2_048;
/** The same tools are compared by many searches. */
const remembered = new WeakMap<LexicalIndex, Map<ToolDocument, ReadonlySet<number>>>();

/** The words of tools that earlier searches have read. */
function wordsIn(lexical: LexicalIndex): Map<ToolDocument, ReadonlySet<number>> {
  let words = remembered.get(lexical);
  if (words === undefined || words.size > maxRemembered) {
    words = new Map();
    remembered.set(lexical, words);
  }
  return words;
}

const markBefore = /[.!?:;]\s*$/;
const markBehind = /^(?:[.!?:;]|\s+\p{Lu})/u;
const marksAtEnd = /[\s.!?:;]+$/;

/** Whether the longer of two texts is the other with more sentences before or behind it. */
function hasSentencesOf(left: string, right: string): boolean {
  const [short, long] = [left, right]
    .map((text) => text.replace(marksAtEnd, ""))
    .sort((one, other) => one.length - other.length) as [string, string];
  const place = long.indexOf(short);
  if (place < 0) {
    return false;
  }
  const [before, behind] = [long.slice(0, place), long.slice(place + short.length)];
  return (before === "" || markBefore.test(before)) && (behind === "" || markBehind.test(behind));
}

const noLetters = /[^\p{L}]/gu;
const maxAddedLetters = 2;

/** Whether one name is the other with a letter or two before or behind it: a plural, a version. */
function areLookAlikes(left: ToolDocument, right: ToolDocument): boolean {
  const [short, long] = [left, right]
    .map(({ bareName }) => seenName(bareName).replace(noLetters, "").toLowerCase())
    .sort((one, other) => one.length - other.length) as [string, string];
  const isPart = long.startsWith(short) || long.endsWith(short);
  return short !== "" && isPart && long.length - short.length <= maxAddedLetters;
}

const hasDigit = /\p{N}/u;
const describing = (1 << nameField) | (1 << descriptionField);

function wordsOf(lexical: LexicalIndex, slot: number): ReadonlySet<number> {
  const words = new Set<number>();
  lexical.eachTerm(slot, (id, fields) => {
    // Numbers do not make a copy another tool.
    if ((fields & describing) !== 0 && !hasDigit.test(lexical.termAt(id))) {
      words.add(id);
    }
  });
  return words;
}
