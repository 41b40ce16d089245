import { splitWords } from "../text/split-words.ts";
import { withoutOrders } from "./without-orders.ts";

/** With more different words than this, a description describes nothing, unless it is about one thing and says so at length. */
const maxDifferentWords = 130;
/** No description has more: the longest of public servers has about 210. */
const maxDifferentWordsAtLength = 240;
/** A text about one thing comes back to its words. Requests that are strung together do not: most of their words are there once. */
const maxShareOfDifferentWords = 0.5;
const maxShareOfWordsThereOnce = 0.62;
/** How many different words of such a text count: its beginning says what the tool does. */
const maxCountedWordsAtLength = 40;
/** How many different words count. 99 of 100 tools of public catalogues have fewer. */
const maxCountedWords = 80;
/** This many words without a mark between them, of which hardly any are small or none of those occurs twice, are a list. */
const minWordsOfList = 24;
const minShareOfSmallWords = 0.08;
const minWordsWithoutRepetition = 32;
const maxShareOfRepeatedWords = 1 / 32;
/** Nor are words that come again and again sentences. */
const maxTimes = 4;
/** An enumeration of more items than this is left out: 999 of 1,000 tools have none. */
const maxItems = 16;
const maxWordsPerItem = 2;
const maxQuotes = 12;
/** A tool that says hardly anything but what does not count says nothing. */
const minWordsLeft = 5;
/** A shorter text has too few words for any of this. */
const minCheckedLength = 80;

/**
 * What counts of a description when tools are ranked: not what speaks to the model or to the ranker, and not more than
 * a description needs. A tool that is stuffed with words would otherwise match everything. What is left of such a
 * description counts as missing, so that stuffing never pays.
 */
export function rankedDescription(description: string): string {
  const plain = withoutLongLists(withoutOrders(withoutManyQuotes(description)));
  if (plain.length < minCheckedLength) {
    return plain.length < description.length && countWords(plain).all < minWordsLeft ? "" : plain;
  }
  const { size } = countWords(description).terms;
  if (size > maxDifferentWords) {
    return size <= maxDifferentWordsAtLength && isAboutOneThing(plain)
      ? firstWords(withoutWordLists(plain), maxCountedWordsAtLength)
      : "";
  }
  const text = withoutWordLists(plain);
  return countWords(text).terms.size > maxCountedWords ? firstWords(text, maxCountedWords) : text;
}

const marks = /(?<=[.!?:,;()[\]"“”—–•|]|\s[-*]\s)/;

/** A text without long runs of words that are no sentences. */
function withoutWordLists(text: string): string {
  const runs = text.split(marks);
  const said = runs.filter((run) => run.length < minCheckedLength || !isWordList(run));
  return said.length === runs.length ? text : said.join("");
}

function isWordList(run: string): boolean {
  const { all, small, smallWords, terms } = countWords(run);
  return (
    all > minWordsOfList + maxTimes * (terms.size + smallWords.size) ||
    (all >= minWordsOfList && small < all * minShareOfSmallWords) ||
    (all >= minWordsWithoutRepetition && small - smallWords.size <= all * maxShareOfRepeatedWords)
  );
}

interface WordCounts {
  readonly all: number;
  readonly small: number;
  readonly smallWords: ReadonlySet<string>;
  /** How often each is there. */
  readonly terms: ReadonlyMap<string, number>;
}

/** Counts the words of a text. A word right after itself counts once. */
function countWords(text: string): WordCounts {
  const smallWords = new Set<string>();
  const terms = new Map<string, number>();
  let all = 0;
  let small = 0;
  let previous = "";
  for (const { joins, word, term } of splitWords(text)) {
    if (joins !== 0 || word === previous) {
      continue;
    }
    previous = word;
    all++;
    if (term === "") {
      small++;
      smallWords.add(word);
    } else {
      terms.set(term, (terms.get(term) ?? 0) + 1);
    }
  }
  return { all, small, smallWords, terms };
}

const sentenceEnd = /(?<=[.!?:;])\s+|\s[-*•]\s/;

/** Whether a long text comes back to its words. A sentence that is there twice is no reason to. */
function isAboutOneThing(text: string): boolean {
  const { all, small, terms } = countWords([...new Set(text.split(sentenceEnd))].join(". "));
  const thereOnce = [...terms.values()].filter((times) => times === 1).length;
  return terms.size <= (all - small) * maxShareOfDifferentWords && thereOnce <= terms.size * maxShareOfWordsThereOnce;
}

const quoted = /"[^"]{12,200}"|“[^”]{12,200}”|'[^']{12,200}'(?=[,.;)\s]|$)/g;

/** A description may quote a few things that people ask for. Many are there for the ranker. */
function withoutManyQuotes(text: string): string {
  const quotes = text.match(quoted)?.length ?? 0;
  return quotes > maxQuotes ? text.replace(quoted, " ") : text;
}

const itemEnd = /[,;]/;

function withoutLongLists(text: string): string {
  const pieces = text.split(itemEnd);
  if (pieces.length <= maxItems) {
    return text;
  }
  const kept: string[] = [];
  let items: string[] = [];
  const endOfList = (): void => {
    if (items.length <= maxItems) {
      kept.push(...items);
    }
    items = [];
  };
  for (const piece of pieces) {
    if (piece.trim().split(" ", maxWordsPerItem + 1).length <= maxWordsPerItem) {
      items.push(piece);
    } else {
      endOfList();
      kept.push(piece);
    }
  }
  endOfList();
  return kept.length === pieces.length ? text : kept.join(",");
}

/** The start of a text, up to this many different words. */
function firstWords(text: string, count: number): string {
  const words = new Set<string>();
  const pieces = text.split(" ");
  let end = 0;
  while (end < pieces.length && words.size < count) {
    words.add((pieces[end++] as string).toLowerCase());
  }
  return pieces.slice(0, end).join(" ");
}
