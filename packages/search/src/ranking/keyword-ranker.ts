import { wholeWords } from "../text/split-words.ts";
import type { ToolDocument } from "../tool/document.ts";
import type { Ranker, Ranking, RankRequest, Reason } from "./ranker.ts";
import { strongestFirst } from "./reasons.ts";
import { TopSlots } from "./top-slots.ts";

/**
 * The published scoring of Claude Code's tool search: points for each word of the query, by where it stands. No stemming, no rarity.
 * Kept for those who want exactly that behaviour.
 */
export const keywordRanker: Ranker = {
  specificationVersion: "v1",
  name: "keyword",
  rank({ query, limit, catalogue }: RankRequest): Ranking {
    const terms = distinctWords(query.text).map(termOfWord);
    const must = query.must.map((word) => termOfWord(word.toLowerCase()));
    const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
    let matched = 0;
    for (let slot = 0; slot < catalogue.slots; slot++) {
      if (!catalogue.isAllowed(slot)) {
        continue;
      }
      const target = keywordTarget(catalogue.documentAt(slot));
      const score = must.every((term) => pointsOf([term], target).length > 0) ? sumOf(pointsOf(terms, target)) : 0;
      if (score > 0) {
        matched++;
        top.offer(slot, score);
      }
    }
    const hits = top.take().map(({ slot, score }) => {
      const document = catalogue.documentAt(slot);
      return { name: document.name, score, why: strongestFirst(pointsOf(terms, keywordTarget(document))) };
    });
    return { hits, matched, nearMisses: [], semantic: "not needed" };
  },
};

interface KeywordTerm {
  readonly word: string;
  /** Made when a text first holds the word, since most words of a query stand in none. */
  wholeWord: RegExp | undefined;
}

interface KeywordTarget {
  readonly parts: readonly string[];
  readonly fullName: string;
  readonly isMcp: boolean;
  readonly hint: string;
  readonly description: string;
}

function distinctWords(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/\s+/))].filter((word) => word !== "");
}

function termOfWord(word: string): KeywordTerm {
  return { word, wholeWord: undefined };
}

/** Patterns are made once a search, not once a tool. */
function holdsWord(text: string, term: KeywordTerm): boolean {
  if (!text.includes(term.word)) {
    return false;
  }
  term.wholeWord ??= wholeWordPattern(term.word);
  return term.wholeWord.test(text);
}

function wholeWordPattern(word: string): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "iu");
}

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

/** The points of a tool. A match inside the full name counts only while the tool has none yet. */
function pointsOf(terms: readonly KeywordTerm[], target: KeywordTarget): Reason[] {
  const points: Reason[] = [];
  const give = (feature: string, worth: number, word: string): void => {
    points.push({ feature, value: worth, contribution: worth, terms: [word] });
  };
  for (const term of terms) {
    const { word } = term;
    if (target.parts.includes(word)) {
      give("name part", target.isMcp ? 12 : 10, word);
    } else if (target.parts.some((part) => part.includes(word))) {
      give("inside a name part", target.isMcp ? 6 : 5, word);
    } else if (points.length === 0 && target.fullName.includes(word)) {
      give("inside the name", 3, word);
    }
    if (holdsWord(target.hint, term)) {
      give("hint", 4, word);
    }
    if (holdsWord(target.description, term)) {
      give("description", 2, word);
    }
  }
  return points;
}
