import { bootstrapInterval, type Interval } from "../../metrics/bootstrap.ts";
import { findGoldRanks } from "../../metrics/gold.ts";
import { mean } from "../../metrics/mean.ts";
import { ndcgAt } from "../../metrics/ndcg.ts";
import { recallAt } from "../../metrics/recall.ts";
import { reciprocalRank } from "../../metrics/reciprocal-rank.ts";
import { roundTo } from "../../output/numbers.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

/** Cutoffs that are part of a metric's name. */
export const fixedCutoff = { interval: 5, ndcg: 10 } as const;

/** How many tools a search loads at most, unless it asks for more. */
export const loadedAtMost = 5;

/** What was measured on some queries. What cannot be measured is null. */
export interface Scores {
  /** Of hits and candidates in order, by cutoff, as a fraction. */
  readonly recall: Readonly<Record<string, number | null>>;
  readonly mrr: number | null;
  readonly ndcg10: number | null;
  /** The share of the unanswerable queries that got at least one hit. */
  readonly falseReturns: number | null;
  /** The share of the answerable queries that got neither a hit nor a candidate. */
  readonly refused: number | null;
  /** Of hits alone, by cutoff. */
  readonly loadedRecall: Readonly<Record<string, number | null>>;
  /** How many tools a search loads on average, answerable or not. */
  readonly loadedMean: number | null;
}

/** The 95 % intervals of scores. */
export type ScoreIntervals = {
  readonly [Name in keyof Scores]: Scores[Name] extends number | null
    ? Interval | null
    : Readonly<Record<string, Interval | null>>;
};

/** One number of a query; null where the query does not count for this score. */
export type ScoreOfQuery = (query: MeasuredQuery) => number | null;

/** How each score is computed from one query. */
export function scorers(cutoffs: readonly number[]): { readonly [Name in keyof Scores]: Scorer<Scores[Name]> } {
  return {
    recall: byCutoff(cutoffs, (cutoff) => ofRanks((query) => recallAt(cutoff, ranksOf(query)))),
    mrr: ofRanks((query) => reciprocalRank(ranksOf(query))),
    ndcg10: ofRanks((query) => ndcgAt(fixedCutoff.ndcg, ranksOf(query))),
    falseReturns: (query) => (isAnswerable(query) ? null : Number(query.hitNames.length > 0)),
    refused: ofRanks(({ hitNames, candidateNames }) => Number(hitNames.length + candidateNames.length === 0)),
    loadedRecall: byCutoff(cutoffs, (cutoff) => ofRanks((query) => recallAt(cutoff, loadedRanksOf(query)))),
    loadedMean: ({ hitNames }) => Math.min(loadedAtMost, hitNames.length),
  };
}

type Scorer<Score> = Score extends number | null ? ScoreOfQuery : Readonly<Record<string, ScoreOfQuery>>;

export function isAnswerable({ gold }: MeasuredQuery): boolean {
  return gold.length > 0;
}

/** The ranks of the gold tools among hits and candidates. */
export function ranksOf({ gold, hitNames, candidateNames }: MeasuredQuery): (number | null)[] {
  return findGoldRanks(gold, [...hitNames, ...candidateNames]);
}

/** The ranks of the gold tools among hits. */
export function loadedRanksOf({ gold, hitNames }: MeasuredQuery): (number | null)[] {
  return findGoldRanks(gold, hitNames);
}

/** The mean of a score over the queries that count for it, and its 95 % interval. */
export function summarise(values: readonly (number | null)[]): {
  readonly value: number | null;
  readonly interval: Interval | null;
} {
  const counted = values.filter((value) => value !== null);
  const value = mean(counted);
  const interval = bootstrapInterval(counted);
  return {
    value: value === null ? null : roundTo(6, value),
    interval: interval && [roundTo(6, interval[0]), roundTo(6, interval[1])],
  };
}

function ofRanks(score: (query: MeasuredQuery) => number): ScoreOfQuery {
  return (query) => (isAnswerable(query) ? score(query) : null);
}

function byCutoff(cutoffs: readonly number[], scorer: (cutoff: number) => ScoreOfQuery): Record<string, ScoreOfQuery> {
  return Object.fromEntries(cutoffs.map((cutoff) => [cutoff, scorer(cutoff)]));
}
