import { bootstrapInterval } from "../../../packages/cli/src/metrics/bootstrap.ts";
import { mean } from "../common/metrics.ts";
import type { AnsweredQuery } from "./answered-query.ts";

/** Hybrid against the better of its two parts, query by query. */
export interface PartComparison {
  readonly set: string;
  readonly hybrid: number;
  readonly better: "bm25" | "semantic";
  /** Recall@5 of hybrid less that of the better part. */
  readonly difference: number;
  /** The 95 % interval of the paired difference. */
  readonly interval: readonly [number, number];
}

export interface HybridAndParts {
  readonly hybrid: readonly AnsweredQuery[];
  readonly bm25: readonly AnsweredQuery[];
  readonly semantic: readonly AnsweredQuery[];
}

/** Compares on the answerable queries of a set. */
export function compareParts(set: string, { hybrid, bm25, semantic }: HybridAndParts): PartComparison {
  const recall = (answers: readonly AnsweredQuery[]): number[] => answers.map(({ recallAt5 }) => recallAt5);
  const [own, words, meaning] = [recall(hybrid), recall(bm25), recall(semantic)];
  const better = mean(words) >= mean(meaning) ? "bm25" : "semantic";
  const other = better === "bm25" ? words : meaning;
  const differences = own.map((value, query) => value - (other[query] ?? 0));
  return {
    set,
    hybrid: mean(own),
    better,
    difference: mean(differences),
    interval: bootstrapInterval(differences) ?? [0, 0],
  };
}
