import type { LinearModel } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import type { FittedModel } from "./fit-models.ts";
import { joinQueries, type MeasuredQueries, weighRow } from "./measured-queries.ts";
import type { MeasuredHalf, Measurements } from "./measurements.ts";
import { firstRows, shareFound } from "./recall.ts";

/** What the first candidate of a query needs so that anything is answered. */
export interface Thresholds {
  readonly minTrust: number;
  /** Trust in words alone that is enough by itself. */
  readonly convincingWords: number;
}

/** What thresholds cost on queries that can be answered, and what they let through of those that cannot. Shares from 0 to 1. */
export interface ThresholdEffect {
  /** Recall@5 that is lost on each public set, on queries kept aside. */
  readonly lost: readonly number[];
  /** The share of foreign queries, kept aside, that still get an answer, for each pair. */
  readonly foreignAnswered: readonly number[];
  readonly tune: HalfEffect;
  readonly held: HalfEffect;
  /** Everyday requests kept aside; those whose tool was taken out are not among the unanswerable. */
  readonly everyday: HalfEffect & { readonly leftOutAnswered: number };
}

export interface HalfEffect {
  readonly lost: number;
  readonly unanswerableAnswered: number;
}

/** The first candidate of one query. */
interface First {
  /** The share of the wanted tools that an answer of five would hold. */
  readonly found: number;
  readonly trust: number;
  readonly trustInWords: number;
}

/** Gives the effect of any thresholds on what was measured. */
export function thresholdEffects(
  { sets, foreign, tune, held, everyday: { aside: everyday } }: Measurements,
  model: FittedModel,
  trustInWords: LinearModel,
): (thresholds: Thresholds) => ThresholdEffect {
  const firstsOf = (queries: MeasuredQueries): readonly First[] => firsts(queries, model, trustInWords);
  const half = ({ english, otherLanguages, unanswerable }: MeasuredHalf) => ({
    answerable: firstsOf(joinQueries([english, otherLanguages])),
    unanswerable: firstsOf(unanswerable),
  });
  const ofSets = sets.map(({ aside }) => firstsOf(aside));
  const ofForeign = foreign.map(({ aside }) => firstsOf(aside));
  const ofEveryday = {
    answerable: firstsOf(everyday.answerable),
    unanswerable: firstsOf(everyday.unanswerable),
    leftOut: firstsOf(everyday.leftOut),
  };
  const ofHalves = { tune: half(tune), held: half(held) };
  return ({ minTrust, convincingWords }) => {
    const isTrusted = (first: First): boolean => first.trust >= minTrust || first.trustInWords >= convincingWords;
    const lost = (all: readonly First[]): number => share(all, (first) => (isTrusted(first) ? 0 : first.found));
    const answered = (all: readonly First[]): number => share(all, (first) => (isTrusted(first) ? 1 : 0));
    const effect = ({ answerable, unanswerable }: ReturnType<typeof half>): HalfEffect => ({
      lost: lost(answerable),
      unanswerableAnswered: answered(unanswerable),
    });
    return {
      lost: ofSets.map(lost),
      foreignAnswered: ofForeign.map(answered),
      tune: effect(ofHalves.tune),
      held: effect(ofHalves.held),
      everyday: { ...effect(ofEveryday), leftOutAnswered: answered(ofEveryday.leftOut) },
    };
  };
}

function firsts(queries: MeasuredQueries, { order, trust }: FittedModel, trustInWords: LinearModel): readonly First[] {
  return Array.from({ length: queries.count }, (_, query) => {
    const rows = firstRows(queries, query, order.weights, 5);
    // Without candidates nothing is answered, whatever the thresholds.
    const logOdds = ({ weights, bias }: LinearModel): number =>
      rows.length === 0 ? Number.NEGATIVE_INFINITY : weighRow(queries, rows[0], weights) + bias;
    return {
      found: rows.length === 0 ? 0 : shareFound(queries, query, rows),
      trust: logOdds(trust),
      trustInWords: logOdds(trustInWords),
    };
  });
}

function share(all: readonly First[], count: (first: First) => number): number {
  return all.reduce((sum, first) => sum + count(first), 0) / Math.max(1, all.length);
}
