import type { Ranker, Ranking, RankRequest, Reason } from "../ranking/ranker.ts";
import { strongestFirst } from "../ranking/reasons.ts";
import { TopSlots } from "../ranking/top-slots.ts";
import { wholeWords } from "../text/split-words.ts";
import type { ToolDocument } from "../tool/document.ts";

/**
 * The published scoring of Claude Code's tool search: points for each query word, by where it occurs. No stemming, no
 * rarity.
 * For users who want exactly that behaviour.
 */
export const keywordRanker: Ranker = {
  specificationVersion: "v1",
  name: "keyword",
  rank({ query, limit, catalogue }: RankRequest): Ranking {
    const words = distinctWords(query.text);
    const must = query.must.map((word) => word.toLowerCase());
    const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
    let matched = 0;
    for (let slot = 0; slot < catalogue.slots; slot++) {
      if (!catalogue.isAllowed(slot)) {
        continue;
      }
      const target = keywordTarget(catalogue.documentAt(slot));
      const score = must.every((word) => pointsOf([word], target).length > 0) ? sumOf(pointsOf(words, target)) : 0;
      if (score > 0) {
        matched++;
        top.offer(slot, score);
      }
    }
    const hits = top.take().map(({ slot, score }) => {
      const document = catalogue.documentAt(slot);
      return { name: document.name, score, why: strongestFirst(pointsOf(words, keywordTarget(document))) };
    });
    return { hits, matched, nearMisses: [], semantic: "not needed" };
  },
};

interface KeywordTarget {
  readonly parts: readonly string[];
  readonly fullName: string;
  readonly isMcp: boolean;
  readonly hint: string;
  readonly description: string;
}

function distinctWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/\S+/g))];
}

/** Whether a text contains a word, with no letter, digit or underscore before or after it. */
function holdsWord(text: string, word: string): boolean {
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    if (!isWordCharacter(codePointBefore(text, start)) && !isWordCharacter(text.codePointAt(start + word.length))) {
      return true;
    }
  }
  return false;
}

function codePointBefore(text: string, end: number): number | undefined {
  const isSecondHalf = /[\udc00-\udfff]/.test(text.charAt(end - 1));
  return text.codePointAt(end - (isSecondHalf ? 2 : 1));
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const isAsciiWordCharacter = Uint8Array.from({ length: 128 }, (_none, code) =>
  wordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);

function isWordCharacter(code: number | undefined): boolean {
  if (code === undefined) {
    return false;
  }
  return code < isAsciiWordCharacter.length
    ? isAsciiWordCharacter[code] === 1
    : wordCharacter.test(String.fromCodePoint(code));
}

// Module-level: a target depends on the document alone, and rankers have no state of their own.
const targets = new WeakMap<ToolDocument, KeywordTarget>();

function keywordTarget(document: ToolDocument): KeywordTarget {
  let target = targets.get(document);
  if (target === undefined) {
    const isMcp = document.name.startsWith("mcp__");
    target = {
      parts: wholeWords(isMcp ? document.name.slice("mcp__".length) : document.name),
      fullName: document.name.toLowerCase(),
      isMcp,
      hint: document.hint.toLowerCase(),
      description: document.description.toLowerCase(),
    };
    targets.set(document, target);
  }
  return target;
}

function sumOf(points: readonly Reason[]): number {
  return points.reduce((sum, { contribution }) => sum + contribution, 0);
}

/** The points of a tool. A match inside the full name counts only if the tool has no points yet. */
function pointsOf(words: readonly string[], target: KeywordTarget): Reason[] {
  const points: Reason[] = [];
  const give = (feature: string, worth: number, word: string): void => {
    points.push({ feature, value: worth, contribution: worth, terms: [word] });
  };
  for (const word of words) {
    if (target.parts.includes(word)) {
      give("name part", target.isMcp ? 12 : 10, word);
    } else if (target.parts.some((part) => part.includes(word))) {
      give("inside a name part", target.isMcp ? 6 : 5, word);
    } else if (points.length === 0 && target.fullName.includes(word)) {
      give("inside the name", 3, word);
    }
    if (holdsWord(target.hint, word)) {
      give("hint", 4, word);
    }
    if (holdsWord(target.description, word)) {
      give("description", 2, word);
    }
  }
  return points;
}
