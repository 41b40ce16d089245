import type { Ranker } from "../ranking/ranker.ts";
import { bm25Ranker } from "./bm25-ranker.ts";
import { hybridRanker } from "./hybrid/hybrid-ranker.ts";
import { keywordRanker } from "./keyword-ranker.ts";
import { regexRanker } from "./regex-ranker.ts";
import { semanticRanker } from "./semantic-ranker.ts";

/** The name of a built-in ranker. */
export type RankerName = "hybrid" | "bm25" | "keyword" | "regex" | "semantic";

/** The name of a built-in ranker, or your own ranker. */
export type RankerChoice = RankerName | Ranker;

const builtIn: Readonly<Record<RankerName, Ranker>> = {
  hybrid: hybridRanker,
  bm25: bm25Ranker,
  keyword: keywordRanker,
  regex: regexRanker,
  semantic: semanticRanker,
};

/** The built-in rankers, by name; `hybrid` is the default. */
export const rankers: ReadonlyMap<string, Ranker> = new Map(Object.entries(builtIn));

const wordRankers: ReadonlySet<RankerChoice> = new Set(["keyword", "bm25", "regex"]);

/** Whether a ranker may use vectors: for the others, computing them would only cost time. */
export function usesMeaning(ranker: RankerChoice): boolean {
  return !wordRankers.has(ranker);
}

/** Their names, default first. */
export const rankerNames: readonly RankerName[] = Object.keys(builtIn) as RankerName[];
