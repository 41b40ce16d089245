import { bm25Ranker } from "./bm25-ranker.ts";
import { hybridRanker } from "./hybrid/hybrid-ranker.ts";
import { keywordRanker } from "./keyword-ranker.ts";
import type { Ranker } from "./ranker.ts";
import { regexRanker } from "./regex-ranker.ts";
import { semanticRanker } from "./semantic-ranker.ts";

/** The rankers that come with the package, by name; `hybrid` is the default. */
export const rankers: ReadonlyMap<string, Ranker> = new Map(
  [hybridRanker, bm25Ranker, keywordRanker, regexRanker, semanticRanker].map((ranker) => [ranker.name, ranker]),
);

/** Their names, the default first. */
export const rankerNames: readonly string[] = [...rankers.keys()];
