import type { Vectors } from "../../embedding/embedder.ts";
import { isSentence } from "../../text/is-sentence.ts";
import { seenName } from "../../text/look-alikes.ts";
import { splitWords, wholeWords } from "../../text/split-words.ts";
import type { ToolDocument } from "../../tool/document.ts";
import { fillerOf, type Passage, passagesOf } from "../../tool/passages.ts";
import { commonDirection, cosine, meanCosine } from "../../vectors/directions.ts";

/** What a tool says about itself, and how far its parts belong together. Says nothing about a query. */
export interface DescribedTool {
  /** Its name as words, without the server. */
  readonly name: string;
  readonly nameTerms: ReadonlySet<string>;
  readonly serverTerms: ReadonlySet<string>;
  readonly passages: readonly Passage[];
  readonly saidTerms: ReadonlySet<string>;
  /** Whether it takes no arguments and says hardly anything, and nothing about its name. */
  readonly isBare: boolean;
  /** Whether its name is no usual one: a single word, or something that people say. */
  readonly hasOddName: boolean;
  /** The mean cosine of its passages; 1 for fewer than three. */
  readonly coherence: number;
  /** The cosine of its name and its passages. */
  readonly nameBacking: number;
  readonly nameVector: Float32Array;
  /** What its passages have in common. */
  readonly saidVector: Float32Array;
  /** The vectors of its passages without words that many of them share. Computed when first needed. */
  readonly distinctPassages: () => readonly Float32Array[];
  /** The same, with those of these words that the name has. */
  readonly ownPassages: readonly Float32Array[];
  /** The cosine of its name and these. */
  readonly ownNameBacking: number;
}

/** Embeds texts at once. */
export type InstantEmbed = (texts: readonly string[]) => Vectors | undefined;

/** A tool with fewer words than this says hardly anything. */
const minWordsSaid = 3;
const minPassagesToCompare = 3;
const minPassagesWithFiller = 5;
const shareOfFiller = 0.7;
const minPassagesWithSharedWords = 4;
const shareOfSharedWords = 1 / 3;
/** 999 of 1,000 names of public tools have no more words; a list of words backs anything. */
export const maxWordsOfName = 9;
/** As many tools as come first for the searches of an hour. */
const maxRemembered = 256;

const remembered = new Map<ToolDocument, DescribedTool>();

/** Reads a tool; undefined if its texts are not English, or cannot be embedded at once. */
export function describeTool(document: ToolDocument, embed: InstantEmbed): DescribedTool | undefined {
  const known = remembered.get(document);
  if (known !== undefined) {
    return known;
  }
  const described = read(document, embed);
  if (described !== undefined) {
    if (remembered.size >= maxRemembered) {
      remembered.clear();
    }
    remembered.set(document, described);
  }
  return described;
}

function read(document: ToolDocument, embed: InstantEmbed): DescribedTool | undefined {
  const words = wholeWords(seenName(document.bareName));
  const name = words.join(" ");
  const passages = englishOnes(passagesOf(document));
  if (passages === undefined) {
    return undefined;
  }
  // Words of nearly every passage, such as those between requests that are strung together, do not make it coherent.
  const isFiller = fillerOf(passages, minPassagesWithFiller, shareOfFiller);
  const isShared = fillerOf(passages, minPassagesWithSharedWords, shareOfSharedWords);
  const vectors = embed([
    name,
    ...textsWithout(passages, () => false),
    ...textsWithout(passages, isFiller),
    ...textsWithout(passages, (word) => isShared(word) && !words.includes(word)),
  ]);
  if (vectors === undefined) {
    return undefined;
  }
  const [nameVector, ...others] = vectors as readonly [Float32Array, ...Float32Array[]];
  const count = passages.length;
  const saidVector = commonDirection(others.slice(0, count));
  const ownPassages = others.slice(2 * count);
  const nameTerms = termsOf(name);
  const saidTerms = new Set(passages.flatMap(({ terms }) => [...terms]));
  return {
    name,
    nameTerms,
    serverTerms: termsOf(document.server),
    passages,
    saidTerms,
    isBare:
      document.argumentNames === "" &&
      saidTerms.size < minWordsSaid &&
      ![...saidTerms].some((term) => nameTerms.has(term)),
    hasOddName: words.length === 1 || isSentence(name),
    coherence: count < minPassagesToCompare ? 1 : meanCosine(others.slice(count, 2 * count)),
    nameBacking: words.length > maxWordsOfName ? 0 : cosine(nameVector, saidVector),
    nameVector,
    saidVector,
    distinctPassages: computedOnce(() => embed(textsWithout(passages, isShared)) ?? []),
    ownPassages,
    ownNameBacking: cosine(nameVector, commonDirection(ownPassages)),
  };
}

function computedOnce<Value>(compute: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}

function textsWithout(passages: readonly Passage[], isLeftOut: (word: string) => boolean): string[] {
  return passages.map(({ words }) => words.filter((word) => !isLeftOut(word)).join(" "));
}

const latin = /[a-z]/;
const otherLetter = /[^\P{L}a-z]/u;
/** A passage of so many English words is English, whatever else is in it. */
const minEnglishWords = 3;

/**
 * Only English can be compared; Latin letters are a sufficient sign of it. What a tool says in other scripts does not count,
 * or a few such sentences beside requests would keep it from being judged. Undefined if it says nothing else.
 */
function englishOnes(passages: readonly Passage[]): readonly Passage[] | undefined {
  const english = passages.filter(isEnglish);
  return english.length === passages.length || english.some(({ isOfNames }) => !isOfNames) ? english : undefined;
}

function isEnglish({ words }: Passage): boolean {
  const read = words.filter((word) => latin.test(word)).length;
  const others = words.filter((word) => otherLetter.test(word)).length;
  return read >= minEnglishWords || read >= others;
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(splitWords(text).flatMap(({ term }) => (term === "" ? [] : [term])));
}
