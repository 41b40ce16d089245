import type { TermEntry } from "../../lexical/lexical-index.ts";
import { isSentence } from "../../text/is-sentence.ts";
import { wholeWords } from "../../text/split-words.ts";
import type { Passage } from "../../tool/passages.ts";
import { commonDirection, cosine } from "../../vectors/directions.ts";
import { type DescribedTool, type InstantEmbed, maxWordsOfName } from "./described-tool.ts";
import { hasSupport, type ServerDirections } from "./has-support.ts";

/** What is asked for. */
export interface AskedText {
  readonly text: string;
  readonly terms: readonly TermEntry[];
  /** Whether it asks for several things: a passage is then compared with all of them at once. */
  readonly isSeveral: boolean;
}

// The thresholds were chosen by attacks on everyday-home, -business and -office, and by the first tools for the requests
// of these and six public sets; docs/search-design.md has what the other sets say.

/** A name that covers so much of a request is what was asked for, whatever the tool says. */
const nameOfRequest = 0.6;
const otherWords = 1;
/** A name of one word is in many requests by accident. */
const wordsOfName = 2;
/** Passages with a lower mean cosine are about different things, unless the name speaks for them. */
const scattered = 0.17;
const worthOfNameBacking = 0.5;
/** This many passages with a cosine this low are, whatever the name is. */
const manyPassages = 8;
const scatteredOfMany = 0.08;
/** A name that is so near to a passage speaks for it, whatever the others say. */
const nameOfPassage = 0.5;
/** The name of a tool says nothing about what it says below this cosine. */
const minNameBacking = 0.05;
const serverWords = 3;
const minShareElsewhere = 0.1;
/** A passage with so much of what the tool has of a request is about it. */
const shareOfEcho = 0.25;
const minEcho = 0.1;
/** How much of a request a tool may have without any backing. */
const maxUnbacked = 0.68;
const maxUnbackedOfLittle = 0.35;
const shareWithoutBacking = 0.8;

/**
 * Whether what a tool has in common with a request is what the tool is about. One that is stuffed with requests, in
 * whatever form, has all words of one of them, but neither its name nor the rest of what it says has to do with them.
 */
export function isBacked(
  tool: DescribedTool,
  asked: AskedText,
  server: () => ServerDirections | undefined,
  embed: InstantEmbed,
): boolean {
  const { nameTerms, serverTerms, saidTerms } = tool;
  const coverOf = coverageOf(asked.terms);
  const ofName = coverOf((term) => nameTerms.has(term));
  const ofHeading = coverOf((term) => nameTerms.has(term) || serverTerms.has(term));
  if (isCalled(tool, asked, ofName, ofHeading) || isOneOfSeveral(tool, asked)) {
    return true;
  }
  if (tool.isBare) {
    return !tool.hasOddName;
  }
  if (isNamedByServer(tool, asked, coverOf)) {
    return false;
  }
  const query = embed([asked.text])?.[0];
  if (query === undefined) {
    return !isScattered(tool);
  }
  if (isScattered(tool) && !isNameOfNearest(tool, query)) {
    return false;
  }
  const askedTerms = new Set(asked.terms.map(({ term }) => term));
  const request = {
    vector: query,
    ofName,
    coverOf: ({ terms }: Passage) => coverOf((term) => terms.has(term)),
    shareOf: ({ terms }: Passage) => [...terms].filter((term) => askedTerms.has(term)).length / terms.size,
  };
  if (!asked.isSeveral && !hasSupport(tool, request, server)) {
    return false;
  }
  const all = coverOf((term) => nameTerms.has(term) || serverTerms.has(term) || saidTerms.has(term));
  const isNameOdd = tool.hasOddName && tool.nameBacking < minNameBacking;
  if (!isNameOdd && all - ofHeading <= maxUnbackedOfLittle) {
    return true;
  }
  const likeName = cosine(query, tool.nameVector);
  if (isNameOdd) {
    const ofSaid = coverOf((term) => saidTerms.has(term));
    if (Math.max(ofName, likeName) > 2 * Math.max(ofSaid, cosine(query, tool.saidVector))) {
      return false;
    }
  }
  const unnamed = all - Math.max(ofHeading, likeName);
  return unnamed <= maxUnbackedOfLittle || !isEcho(tool, unnamed, all, coverOf);
}

/** Whether a request is hardly more than the name of the tool, with or without its server. */
function isCalled(
  { name, serverTerms }: DescribedTool,
  { text }: AskedText,
  ofName: number,
  ofHeading: number,
): boolean {
  if (ofName === 0 || ofHeading < nameOfRequest || isSentence(name)) {
    return false;
  }
  return wholeWords(text).length <= name.split(" ").length + serverTerms.size + otherWords;
}

/** Whether a text that asks for several things has the whole name of the tool among them. */
function isOneOfSeveral({ name, nameTerms }: DescribedTool, { isSeveral, terms }: AskedText): boolean {
  if (!isSeveral || nameTerms.size < wordsOfName || isSentence(name)) {
    return false;
  }
  const asked = new Set(terms.map(({ term }) => term));
  return [...nameTerms].every((term) => asked.has(term));
}

type Coverage = (has: (term: string) => boolean) => number;

/** How much of a request some terms are, by their rarities. */
function coverageOf(terms: readonly TermEntry[]): Coverage {
  const total = terms.reduce((sum, { rarity }) => sum + rarity, 0);
  return (has) => {
    let covered = 0;
    for (const { term, rarity } of terms) {
      covered += has(term) ? rarity : 0;
    }
    return total > 0 ? covered / total : 0;
  };
}

/** Whether a tool says many things that have nothing to do with each other, nor with its name. */
function isScattered({ coherence, nameBacking, passages }: DescribedTool): boolean {
  return (
    coherence + worthOfNameBacking * Math.max(0, nameBacking) < scattered ||
    (passages.length >= manyPassages && coherence < scatteredOfMany)
  );
}

/**
 * Whether the name of a tool speaks for the passage that is nearest to a request. Notes on scopes, limits and errors have
 * nothing to do with each other either, and do not make it hostile.
 */
function isNameOfNearest({ name, nameVector, distinctPassages }: DescribedTool, query: Float32Array): boolean {
  if (name.split(" ").length > maxWordsOfName) {
    return false;
  }
  // A passage that has the name because every one has it is none that the name speaks for.
  const passages = distinctPassages();
  const nearness = passages.map((passage) => cosine(query, passage));
  const nearest = passages[nearness.indexOf(Math.max(...nearness))];
  return nearest !== undefined && cosine(nearest, nameVector) >= nameOfPassage;
}

/** Whether only the name of its server has to do with the request. */
function isNamedByServer(
  { nameTerms, serverTerms, saidTerms }: DescribedTool,
  { terms }: AskedText,
  coverOf: Coverage,
): boolean {
  const ofServer = terms.filter(({ term }) => serverTerms.has(term) && !nameTerms.has(term)).length;
  return ofServer >= serverWords && coverOf((term) => nameTerms.has(term) || saidTerms.has(term)) < minShareElsewhere;
}

/** Whether the passages that have the words of a request have nothing to do with the others and the name. */
function isEcho(
  { passages, nameVector, distinctPassages }: DescribedTool,
  unnamed: number,
  all: number,
  coverOf: Coverage,
): boolean {
  const least = Math.max(minEcho, shareOfEcho * all);
  const has = passages.map(({ terms }) => coverOf((term) => terms.has(term)) >= least);
  const echoes = passages.filter((_, place) => has[place]);
  const others = passages.filter((_, place) => !has[place]);
  // Names of arguments, such as `text`, do not say that the sentence beside them is about something else.
  if (others.every(({ isOfNames }) => isOfNames) || 2 * others.length < echoes.length) {
    return false;
  }
  const vectors = distinctPassages();
  const echo = commonDirection(vectors.filter((_, place) => has[place]));
  const rest = commonDirection([nameVector, ...vectors.filter((_, place) => !has[place])]);
  const unbacked = unnamed - Math.max(0, cosine(echo, rest));
  return unbacked > maxUnbacked || (unbacked > maxUnbackedOfLittle && unbacked > shareWithoutBacking * all);
}
