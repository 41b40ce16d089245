import { bootstrapInterval, type Interval } from "../../metrics/bootstrap.ts";
import { findGoldRanks } from "../../metrics/gold.ts";
import { mean } from "../../metrics/mean.ts";
import { ndcgAt } from "../../metrics/ndcg.ts";
import { percentile } from "../../metrics/percentile.ts";
import { recallAt } from "../../metrics/recall.ts";
import { reciprocalRank } from "../../metrics/reciprocal-rank.ts";
import { roundTo } from "../../output/numbers.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

/** The result of a measurement, in the order in which `--json` prints it. What cannot be measured is null. */
export interface EvalReport {
  readonly ranker: string;
  readonly tools: number;
  readonly queries: number;
  /** By cutoff, as a fraction. */
  readonly recall: Readonly<Record<string, number | null>>;
  readonly recall5Interval: Interval | null;
  readonly mrr: number | null;
  readonly ndcg10: number | null;
  /** The share of the unanswerable queries that got at least one hit. */
  readonly falseReturns: number | null;
  /** The share of the answerable queries that got no hit at all. */
  readonly refused: number | null;
  readonly latencyMs: { readonly p50: number | null; readonly p99: number | null };
  readonly indexMs: number;
  readonly answerable: number;
  readonly unanswerable: number;
  readonly intervals: {
    readonly recall: Readonly<Record<string, Interval | null>>;
    readonly mrr: Interval | null;
    readonly ndcg10: Interval | null;
    readonly falseReturns: Interval | null;
    readonly refused: Interval | null;
  };
}

/** What a report is made from. */
export interface EvalReportInput {
  readonly ranker: string;
  readonly toolCount: number;
  readonly cutoffs: readonly number[];
  readonly measured: readonly MeasuredQuery[];
  readonly indexMs: number;
}

/** Cutoffs that are part of a metric's name. */
export const fixedCutoff = { interval: 5, ndcg: 10 } as const;

/** Scores what was measured. */
export function createEvalReport({ ranker, toolCount, cutoffs, measured, indexMs }: EvalReportInput): EvalReport {
  const answerable = measured.filter(({ gold }) => gold.length > 0);
  const unanswerable = measured.filter(({ gold }) => gold.length === 0);
  const goldRanks = answerable.map(({ gold, returnedNames }) => findGoldRanks(gold, returnedNames));
  const score = (metric: (ranks: readonly (number | null)[]) => number): Score => summarise(goldRanks.map(metric));
  const recallScores = cutoffs.map((cutoff) => [cutoff, score((ranks) => recallAt(cutoff, ranks))] as const);
  const mrr = score(reciprocalRank);
  const ndcg10 = score((ranks) => ndcgAt(fixedCutoff.ndcg, ranks));
  const falseReturns = summarise(unanswerable.map(({ returnedNames }) => (returnedNames.length > 0 ? 1 : 0)));
  const refused = summarise(answerable.map(({ returnedNames }) => (returnedNames.length === 0 ? 1 : 0)));
  const latencies = measured.map(({ latencyMs }) => latencyMs);
  return {
    ranker,
    tools: toolCount,
    queries: measured.length,
    recall: Object.fromEntries(recallScores.map(([cutoff, { value }]) => [cutoff, value])),
    recall5Interval: score((ranks) => recallAt(fixedCutoff.interval, ranks)).interval,
    mrr: mrr.value,
    ndcg10: ndcg10.value,
    falseReturns: falseReturns.value,
    refused: refused.value,
    latencyMs: { p50: roundOrNull(3, percentile(latencies, 0.5)), p99: roundOrNull(3, percentile(latencies, 0.99)) },
    indexMs: roundTo(3, indexMs),
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    intervals: {
      recall: Object.fromEntries(recallScores.map(([cutoff, { interval }]) => [cutoff, interval])),
      mrr: mrr.interval,
      ndcg10: ndcg10.interval,
      falseReturns: falseReturns.interval,
      refused: refused.interval,
    },
  };
}

interface Score {
  readonly value: number | null;
  readonly interval: Interval | null;
}

function summarise(values: readonly number[]): Score {
  const interval = bootstrapInterval(values);
  return {
    value: roundOrNull(6, mean(values)),
    interval: interval && [roundTo(6, interval[0]), roundTo(6, interval[1])],
  };
}

function roundOrNull(digits: number, value: number | null): number | null {
  return value === null ? null : roundTo(digits, value);
}
