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

/** What a tool says, in a form that is quick to compare: a search compares hundreds of pairs. */
export interface SaidTool {
  readonly server: string;
  /** Its name as people see it, without the server. */
  readonly name: string;
  readonly description: string;
  readonly words: ReadonlySet<number>;
  /** A bit for each word; several words may share one. */
  readonly bits: Uint32Array;
}

/** Whether two tools of different servers say the same. */
export function areCopies(one: SaidTool, other: SaidTool): boolean {
  return one.server !== other.server && sayTheSame(one, other);
}

/** Whether two tools say the same, on any server. */
export function sayTheSame(one: SaidTool, other: SaidTool): boolean {
  return shareWords(one, other) || haveSameDescription(one, other);
}

/**
 * Whether two tools have the same description, and it is a long one or their names differ by a letter or two; or the
 * same name, and one has all sentences of the other's description and some more.
 */
function haveSameDescription(one: SaidTool, other: SaidTool): boolean {
  const { name, description } = one;
  if (description === "" || other.description === "") {
    return false;
  }
  return description === other.description
    ? description.length >= minLengthUnderAnyName || areLookAlikes(name, other.name)
    : name === other.name && hasSentencesOf(description, other.description);
}

function shareWords(one: SaidTool, other: SaidTool): boolean {
  const [few, many] = one.words.size <= other.words.size ? [one, other] : [other, one];
  const { size } = few.words;
  if (size < minWords || (size < fewWords && many.words.size > size + maxOwnWords)) {
    return false;
  }
  let missing = size < fewWords ? 0 : size - Math.ceil(size * minSharedWords);
  // Nearly all pairs of tools differ by this already.
  if (hasMoreMissingBits(few.bits, many.bits, missing)) {
    return false;
  }
  for (const word of few.words) {
    if (!many.words.has(word) && missing-- === 0) {
      return false;
    }
  }
  return true;
}

const bitElements = 4;

function bitsOf(words: ReadonlySet<number>): Uint32Array {
  const bits = new Uint32Array(bitElements);
  for (const word of words) {
    const element = (word >>> 5) % bitElements;
    bits[element] = (bits[element] as number) | (1 << (word & 31));
  }
  return bits;
}

/** Whether the second lacks more than `most` bits of the first: at least as many words are missing. */
function hasMoreMissingBits(bits: Uint32Array, others: Uint32Array, most: number): boolean {
  let count = 0;
  for (let element = 0; element < bitElements; element++) {
    for (let left = (bits[element] as number) & ~(others[element] as number); left !== 0; left &= left - 1) {
      if (++count > most) {
        return true;
      }
    }
  }
  return false;
}

/** As many tools as a few dozen searches compare. */
const maxRemembered = 2_048;
/** The same tools are compared by many searches. */
const remembered = new WeakMap<LexicalIndex, Map<ToolDocument, SaidTool>>();

/** Reads tools of a catalogue, those that earlier searches have read from memory. */
export function saidToolsOf(catalogue: CatalogueView): (slot: number) => SaidTool {
  const { lexical } = catalogue;
  let known = remembered.get(lexical);
  if (known === undefined || known.size > maxRemembered) {
    known = new Map();
    remembered.set(lexical, known);
  }
  const tools = known;
  return (slot) => {
    const document = catalogue.documentAt(slot);
    let said = tools.get(document);
    if (said === undefined) {
      said = readTool(lexical, slot, document);
      tools.set(document, said);
    }
    return said;
  };
}

function readTool(lexical: LexicalIndex, slot: number, { server, bareName, description }: ToolDocument): SaidTool {
  const words = wordsOf(lexical, slot);
  return { server, name: seenName(bareName), description, words, bits: bitsOf(words) };
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
function areLookAlikes(left: string, right: string): boolean {
  const [short, long] = [left, right]
    .map((name) => name.replace(noLetters, "").toLowerCase())
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
