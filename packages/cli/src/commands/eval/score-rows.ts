import type { Interval } from "../../metrics/bootstrap.ts";
import type { ScoreIntervals, Scores } from "./score-queries.ts";

/** A score as a line of a table. */
export interface ScoreRow {
  readonly label: string;
  readonly value: number | null;
  readonly interval: Interval | null;
}

/** All scores as lines, in the order of the help text. */
export function scoreRows(scores: Scores & { readonly intervals: ScoreIntervals }): ScoreRow[] {
  const { intervals } = scores;
  const byCutoff = (label: string, key: "recall" | "loadedRecall"): ScoreRow[] =>
    Object.entries(scores[key]).map(([cutoff, value]) => ({
      label: `${label}@${cutoff}`,
      value,
      interval: intervals[key][cutoff] ?? null,
    }));
  return [
    ...byCutoff("recall", "recall"),
    { label: "MRR", value: scores.mrr, interval: intervals.mrr },
    { label: "nDCG@10", value: scores.ndcg10, interval: intervals.ndcg10 },
    ...byCutoff("loaded recall", "loadedRecall"),
    { label: "loaded", value: scores.loadedMean, interval: intervals.loadedMean },
    { label: "refused", value: scores.refused, interval: intervals.refused },
    { label: "false returns", value: scores.falseReturns, interval: intervals.falseReturns },
  ];
}
