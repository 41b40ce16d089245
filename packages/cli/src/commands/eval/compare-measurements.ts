import type { Interval } from "../../metrics/bootstrap.ts";
import type { MeasuredQuery } from "./measure-queries.ts";
import { placesByKind } from "./queries-by-kind.ts";
import { type ScoreOfQuery, scorers, summarise } from "./score-queries.ts";

/** What the second measurement has more than the first, on the same queries, with the 95 % interval of the pairs. */
export interface Difference {
  readonly difference: number | null;
  readonly interval: Interval | null;
}

/** The differences of all scores. */
export interface ScoreDifferences {
  readonly recall: Readonly<Record<string, Difference>>;
  readonly mrr: Difference;
  readonly ndcg10: Difference;
  readonly falseReturns: Difference;
  readonly refused: Difference;
  readonly loadedRecall: Readonly<Record<string, Difference>>;
  readonly loadedMean: Difference;
}

/** The differences over all queries, and over those of each kind, if the queries have kinds. */
export interface Differences extends ScoreDifferences {
  readonly kinds?: Readonly<Record<string, ScoreDifferences>>;
}

/**
 * Compares query by query. Two rankers find mostly the same queries hard, so the interval of the differences is much
 * narrower than those of the two scores.
 */
export function compareMeasurements(
  first: readonly MeasuredQuery[],
  second: readonly MeasuredQuery[],
  cutoffs: readonly number[],
): Differences {
  const kinds = placesByKind(first).map(([kind, places]) => {
    const ofKind = (measured: readonly MeasuredQuery[]) => places.map((place) => measured[place] as MeasuredQuery);
    return [kind, differencesOf(ofKind(first), ofKind(second), cutoffs)] as const;
  });
  const differences = differencesOf(first, second, cutoffs);
  return kinds.length === 0 ? differences : { ...differences, kinds: Object.fromEntries(kinds) };
}

function differencesOf(
  first: readonly MeasuredQuery[],
  second: readonly MeasuredQuery[],
  cutoffs: readonly number[],
): ScoreDifferences {
  const all = scorers(cutoffs);
  const compare = (score: ScoreOfQuery): Difference => {
    const { value, interval } = summarise(first.map((query, place) => differenceOf(score, query, second[place])));
    return { difference: value, interval };
  };
  const byCutoff = (scores: Readonly<Record<string, ScoreOfQuery>>): Record<string, Difference> =>
    Object.fromEntries(Object.entries(scores).map(([cutoff, score]) => [cutoff, compare(score)]));
  return {
    recall: byCutoff(all.recall),
    mrr: compare(all.mrr),
    ndcg10: compare(all.ndcg10),
    falseReturns: compare(all.falseReturns),
    refused: compare(all.refused),
    loadedRecall: byCutoff(all.loadedRecall),
    loadedMean: compare(all.loadedMean),
  };
}

function differenceOf(score: ScoreOfQuery, first: MeasuredQuery, second: MeasuredQuery | undefined): number | null {
  const [before, after] = [score(first), second === undefined ? null : score(second)];
  return before === null || after === null ? null : after - before;
}
