import type { Ranker } from "../ranking/ranker.ts";
import { bm25Ranker } from "./bm25-ranker.ts";
import { hybridRanker } from "./hybrid/hybrid-ranker.ts";
import { keywordRanker } from "./keyword-ranker.ts";
import { regexRanker } from "./regex-ranker.ts";
import { semanticRanker } from "./semantic-ranker.ts";

/** The name of a ranker that comes with the package. */
export type RankerName = "hybrid" | "bm25" | "keyword" | "regex" | "semantic";

/** A ranker that comes with the package, by name, or one of your own. */
export type RankerChoice = RankerName | Ranker;

const builtIn: Readonly<Record<RankerName, Ranker>> = {
  hybrid: hybridRanker,
  bm25: bm25Ranker,
  keyword: keywordRanker,
  regex: regexRanker,
  semantic: semanticRanker,
};

/** The rankers that come with the package, by name; `hybrid` is the default. */
export const rankers: ReadonlyMap<string, Ranker> = new Map(Object.entries(builtIn));

const wordRankers: ReadonlySet<RankerChoice> = new Set(["keyword", "bm25", "regex"]);

/** Whether a ranker may look at more than words: for the others, making vectors would only cost time. */
export function usesMeaning(ranker: RankerChoice): boolean {
  return !wordRankers.has(ranker);
}

/** Their names, the default first. */
export const rankerNames: readonly RankerName[] = Object.keys(builtIn) as RankerName[];
