// The command line measures with the same functions, and tests them.
import { bootstrapInterval } from "../../../packages/cli/src/metrics/bootstrap.ts";
import { findGoldRanks, type Gold } from "../../../packages/cli/src/metrics/gold.ts";
import { mean as meanOrNull } from "../../../packages/cli/src/metrics/mean.ts";
import { ndcgAt } from "../../../packages/cli/src/metrics/ndcg.ts";
import { percentile as percentileOrNull } from "../../../packages/cli/src/metrics/percentile.ts";
import { recallAt } from "../../../packages/cli/src/metrics/recall.ts";
import { reciprocalRank } from "../../../packages/cli/src/metrics/reciprocal-rank.ts";

/** How well answers serve their queries; each figure lies between 0 and 1. */
export interface Quality {
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  readonly reciprocalRank: number;
  readonly ndcgAt10: number;
}

/** Quality over many queries. */
export interface MeanQuality extends Quality {
  readonly queries: number;
  /** Holds the mean recall@5 in 95 of 100 resamplings of the queries. */
  readonly recallAt5Interval: readonly [number, number];
}

export function measureAnswer(needed: Gold, returned: readonly string[]): Quality {
  const ranks = findGoldRanks(needed, returned);
  return {
    recallAt1: recallAt(1, ranks),
    recallAt5: recallAt(5, ranks),
    recallAt10: recallAt(10, ranks),
    reciprocalRank: reciprocalRank(ranks),
    ndcgAt10: ndcgAt(10, ranks),
  };
}

export function averageQuality(answers: readonly Quality[]): MeanQuality {
  const average = (measure: keyof Quality): number => mean(answers.map((answer) => answer[measure]));
  return {
    queries: answers.length,
    recallAt1: average("recallAt1"),
    recallAt5: average("recallAt5"),
    recallAt10: average("recallAt10"),
    reciprocalRank: average("reciprocalRank"),
    ndcgAt10: average("ndcgAt10"),
    recallAt5Interval: bootstrapInterval(answers.map(({ recallAt5 }) => recallAt5)) ?? [0, 0],
  };
}

export function mean(values: readonly number[]): number {
  return meanOrNull(values) ?? 0;
}

export function percentile(values: readonly number[], share: number): number {
  return percentileOrNull(values, share) ?? Number.NaN;
}
