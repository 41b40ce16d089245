import { bootstrapInterval, type Interval } from "../../metrics/bootstrap.ts";
import { percentile } from "../../metrics/percentile.ts";
import { recallAt } from "../../metrics/recall.ts";
import { roundTo } from "../../output/numbers.ts";
import type { MeasuredQuery } from "./measure-queries.ts";
import { placesByKind } from "./queries-by-kind.ts";
import {
  fixedCutoff,
  isAnswerable,
  ranksOf,
  type ScoreIntervals,
  type ScoreOfQuery,
  type Scores,
  scorers,
  summarise,
} from "./score-queries.ts";

/** The result of a measurement, in the order in which `--json` prints it. What cannot be measured is null. */
export interface EvalReport extends Scores {
  readonly ranker: string;
  readonly tools: number;
  readonly queries: number;
  readonly recall5Interval: Interval | null;
  readonly latencyMs: { readonly p50: number | null; readonly p99: number | null };
  readonly indexMs: number;
  readonly answerable: number;
  readonly unanswerable: number;
  readonly intervals: ScoreIntervals;
  /** The same for the queries of each kind, if the queries have kinds. */
  readonly kinds?: Readonly<Record<string, KindReport>>;
}

/** The scores of the queries of one kind. */
export interface KindReport extends Scores {
  readonly queries: number;
  readonly answerable: number;
  readonly unanswerable: number;
  readonly intervals: ScoreIntervals;
}

/** What a report is made from. */
export interface EvalReportInput {
  readonly ranker: string;
  readonly toolCount: number;
  readonly cutoffs: readonly number[];
  readonly measured: readonly MeasuredQuery[];
  readonly indexMs: number;
}

/** Scores what was measured. */
export function createEvalReport({ ranker, toolCount, cutoffs, measured, indexMs }: EvalReportInput): EvalReport {
  const { queries, answerable, unanswerable, intervals, ...scores } = createKindReport(measured, cutoffs);
  const ranksOfAnswerable = measured.filter(isAnswerable).map(ranksOf);
  const recall5 = bootstrapInterval(ranksOfAnswerable.map((ranks) => recallAt(fixedCutoff.interval, ranks)));
  const latencies = measured.map(({ latencyMs }) => latencyMs);
  const { recall, mrr, ndcg10, falseReturns, refused, loadedRecall, loadedMean } = scores;
  return {
    ranker,
    tools: toolCount,
    queries,
    recall,
    recall5Interval: recall5 && [roundTo(6, recall5[0]), roundTo(6, recall5[1])],
    mrr,
    ndcg10,
    falseReturns,
    refused,
    latencyMs: { p50: roundOrNull(3, percentile(latencies, 0.5)), p99: roundOrNull(3, percentile(latencies, 0.99)) },
    indexMs: roundTo(3, indexMs),
    answerable,
    unanswerable,
    loadedRecall,
    loadedMean,
    intervals,
    ...kindsOf(measured, cutoffs),
  };
}

function createKindReport(measured: readonly MeasuredQuery[], cutoffs: readonly number[]): KindReport {
  const all = scorers(cutoffs);
  const over = (score: ScoreOfQuery) => summarise(measured.map(score));
  const byCutoff = (scores: Readonly<Record<string, ScoreOfQuery>>) =>
    Object.entries(scores).map(([cutoff, score]) => [cutoff, over(score)] as const);
  const [recall, loadedRecall] = [byCutoff(all.recall), byCutoff(all.loadedRecall)];
  const [mrr, ndcg10, loadedMean] = [over(all.mrr), over(all.ndcg10), over(all.loadedMean)];
  const [falseReturns, refused] = [over(all.falseReturns), over(all.refused)];
  const answerable = measured.filter(isAnswerable).length;
  return {
    queries: measured.length,
    answerable,
    unanswerable: measured.length - answerable,
    recall: Object.fromEntries(recall.map(([cutoff, { value }]) => [cutoff, value])),
    mrr: mrr.value,
    ndcg10: ndcg10.value,
    falseReturns: falseReturns.value,
    refused: refused.value,
    loadedRecall: Object.fromEntries(loadedRecall.map(([cutoff, { value }]) => [cutoff, value])),
    loadedMean: loadedMean.value,
    intervals: {
      recall: Object.fromEntries(recall.map(([cutoff, { interval }]) => [cutoff, interval])),
      mrr: mrr.interval,
      ndcg10: ndcg10.interval,
      falseReturns: falseReturns.interval,
      refused: refused.interval,
      loadedRecall: Object.fromEntries(loadedRecall.map(([cutoff, { interval }]) => [cutoff, interval])),
      loadedMean: loadedMean.interval,
    },
  };
}

/** Nothing if no query has a kind. */
function kindsOf(measured: readonly MeasuredQuery[], cutoffs: readonly number[]): Pick<EvalReport, "kinds"> {
  const kinds = placesByKind(measured).map(([kind, places]) => {
    const queries = places.map((place) => measured[place] as MeasuredQuery);
    return [kind, createKindReport(queries, cutoffs)] as const;
  });
  return kinds.length === 0 ? {} : { kinds: Object.fromEntries(kinds) };
}

function roundOrNull(digits: number, value: number | null): number | null {
  return value === null ? null : roundTo(digits, value);
}
