import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { maxCandidates } from "../../ranking/max-candidates.ts";
import { type ScoredSlot, TopSlots } from "../../ranking/top-slots.ts";
import { isLetterOrNumber } from "../../text/has-words.ts";
import type { LearnedOrder, Lift, RankedTool } from "../../usage/shown-tool.ts";
import { type FeatureTable, meaningFeature, requestCountFeature, requestMeaningFeature } from "./features.ts";
import {
  convincingWords,
  type FusionModel,
  type LinearModel,
  maxBehindFirst,
  maxBehindFirstOfCandidates,
  maxFusedHits,
  maxOrderPlaceOfUnsureHits,
  type PlaceWeights,
  placeWeights,
  wordsModel,
} from "./fusion-weights.ts";
import { LearnedRows } from "./learned-rows.ts";
import { type LiftedCandidates, liftByUsage } from "./lift-by-usage.ts";
import type { Candidates } from "./measure-candidates.ts";
import { type FusedPlaces, fusePlaces, type OrderedCandidates } from "./order-candidates.ts";
import { type OrderedOriginals, preferOriginals } from "./prefer-originals.ts";

/** The tools of an answer as rows of the feature table. */
export interface Tiers {
  /** Worth loading, best first, never more than the limit. */
  readonly hits: readonly ScoredSlot[];
  /** Plausible, best first: hits that the limit cut off, then the others. */
  readonly candidates: readonly number[];
  /** The hits and candidates with their scores, best first, if the user has a history. */
  readonly shown: readonly ScoredSlot[];
  /** The nearest rows if there is neither a hit nor a candidate. */
  readonly nearMisses: readonly number[];
  /** How many rows are worth loading, including those cut off. */
  readonly matched: number;
  /** The places that were fused to order the rows, if the order was not trusted. */
  readonly places?: FusedPlaces | undefined;
  /** What rows lost because they are copies of others. */
  readonly lowered?: OrderedOriginals["lowered"] | undefined;
  /** By the row of an original: what says the same on other servers. */
  readonly copies?: OrderedOriginals["copies"] | undefined;
  /** What earlier calls added to the scores, if the user has a history. */
  readonly lifts?: LiftedCandidates["lifts"] | undefined;
  /** What each kind of knowledge said for the rows that calls could lift, and how a history compares rows. */
  readonly signals?: LiftedCandidates["signals"] | undefined;
  readonly learned?: LearnedRows | undefined;
}

/** How far the tiers reach. */
export interface TierLimits {
  /** The maximum number of hits. */
  readonly limit: number;
  /** Whether only tools with required words are ranked. */
  readonly isFiltered: boolean;
  /**
   * Whether a language reader, the glossary or the list of idioms read something in the query. Words thrown together have
   * nothing to read, and what is read is less near to anything than plain English: only trust decides whether a tool is
   * named.
   */
  readonly isRead: boolean;
  /** Whether the query has words that can choose a tool, and not only single letters and numbers. */
  readonly hasWords: boolean;
  /** Whether the query is a single word, as models search, and not a request of which nothing else is known. */
  readonly isKeyword: boolean;
  /** How many words of the query speak to somebody, and how many phrases and values it has. */
  readonly askingWords: number;
  readonly phrases: number;
  /** Whether words alone can make a tool trusted: the embedder does not know all of those that tools have. */
  readonly canWordsVouch: boolean;
  /** What earlier calls say for a tool. */
  readonly liftOf?: ((tool: RankedTool, order: LearnedOrder) => Lift) | undefined;
}

const nothing: Tiers = { hits: [], candidates: [], shown: [], nearMisses: [], matched: 0 };
const maxNearMisses = 3;
/** More of them do not make a request more of one. */
const maxKnownWords = 4;
const maxAskingWords = 2;
const maxPhrases = 3;
/** Of a request with fewer words that tools have, too little is known to rule anything out. */
const minWordsToRuleOut = 2;
/** How many rows are put in order, so that copies can be told from what they hide. */
const minOrdered = 32;
/** From these log-odds on, a tool that earlier calls put first is loaded. */
const minLiftOfHits = 1;

/**
 * Orders the rows and sorts them into tiers. Trust in the first row decides: how the rows are ordered, whether any is
 * worth loading, and whether any is worth naming.
 */
export function decideTiers(
  catalogue: CatalogueView,
  { table, terms }: Candidates,
  model: FusionModel,
  limits: TierLimits,
): Tiers {
  const { limit, isFiltered, isRead, hasWords, isKeyword, canWordsVouch, liftOf } = limits;
  // Only stop words and values: any semantic similarity is coincidental, and so is a letter or number that a tool has.
  if ((!hasWords && !isFiltered) || terms.terms.length === 0 || table.slots.length === 0) {
    return nothing;
  }
  const scores = scoresOf(table, model.order);
  const first = bestRow(catalogue, table, scores);
  const isConvincing = (row: number): boolean => canWordsVouch && areWordsConvincing(table, row);
  const isTrusted = (row: number, least: number): boolean => trustIn(table, row, model) >= least || isConvincing(row);
  const hasRequests = table.get(first, requestCountFeature) > 0;
  const minTrustInOrder = hasRequests ? model.minTrustInOrderOfRequests : model.minTrustInOrder;
  const isSure = isFiltered || isTrusted(first, minTrustInOrder);
  const fused = isFiltered ? undefined : weightsOfPlaces(isSure, hasRequests, model);
  const needed = Math.max(limit + maxCandidates, minOrdered);
  const ordered =
    fused === undefined
      ? byScore(catalogue, table, scores, needed)
      : fusePlaces(catalogue, table, scores, fused, needed);
  const { places } = ordered;
  const isNear = isNearFirst(table, scores, first, maxBehindFirst);
  // Required words say what is wanted: whatever has them is plausible.
  const isRanked = isFiltered
    ? () => true
    : hasRequests
      ? isNearAndAmongFirst(ordered, isNear, Math.max(maxFusedHits, limit))
      : isSure
        ? isNear
        : isAmongFirst(ordered.best, places);
  const loaded = new Set<number>();
  if (isTrusted(first, model.minTrustOfHits)) {
    for (let row = 0; row < scores.length; row++) {
      if (isFiltered || (isRanked(row) && isTrusted(row, model.minTrustOfOthers))) {
        loaded.add(row);
      }
    }
  }
  const originals = preferOriginals(catalogue, (row) => table.slots[row] as number, terms, ordered.best);
  const { lowered, copies } = originals;
  // An original is as plausible as the copy that it replaces.
  for (const [row, copiesOfRow] of copies) {
    if (copiesOfRow.some((copy) => loaded.has(copy))) {
      loaded.add(row);
    }
  }
  const learned =
    liftOf === undefined ? undefined : new LearnedRows(catalogue, table, orderName(model, places), originals.best);
  const lifted =
    liftOf === undefined || learned === undefined
      ? undefined
      : liftByUsage(
          { best: originals.best, places },
          (row) => loaded.has(row),
          (row) => liftOf(learned.toolAt(row), learned.order),
        );
  const { best } = lifted ?? originals;
  const firstLifted = best[0] as ScoredSlot;
  if ((lifted?.lifts.get(firstLifted.slot)?.logOdds ?? 0) >= minLiftOfHits) {
    loaded.add(firstLifted.slot);
  }
  const hits = best.filter(({ slot: row }) => loaded.has(row)).slice(0, limit);
  const isHit = new Set(hits.map(({ slot: row }) => row));
  const candidates: number[] = [];
  const isPlausible =
    hits.length > 0 ||
    isConvincing(first) ||
    (trustIn(table, first, model) >= model.minTrustOfAnswer && (isRead || isNearAny(table, terms, limits, model)));
  const isOrderTrusted = isSure && !isFiltered && fused === undefined;
  const isEnoughKnown = isKeyword || countKnownWords(terms) >= minWordsToRuleOut;
  const isNamed =
    isOrderTrusted && isEnoughKnown ? isNearFirst(table, scores, first, maxBehindFirstOfCandidates) : () => true;
  for (const { slot: row } of isPlausible ? best : []) {
    if (!isHit.has(row) && isTrusted(row, model.minTrustOfCandidates) && isNamed(row)) {
      candidates.push(row);
    }
  }
  const isEmpty = hits.length === 0 && candidates.length === 0;
  const nearMisses = isEmpty ? best.slice(0, maxNearMisses).map(({ slot: row }) => row) : [];
  const isShown = new Set([...isHit, ...candidates.slice(0, maxCandidates)]);
  const shown = lifted === undefined ? [] : best.filter(({ slot: row }) => isShown.has(row));
  const { lifts, signals } = lifted ?? {};
  const matched = loaded.size;
  return { hits, candidates, shown, nearMisses, matched, places, lowered, copies, lifts, signals, learned };
}

/** Scores of another embedder, and fused places, are other orders: what calls say about one is not true of another. */
function orderName({ similarities }: FusionModel, places: FusedPlaces | undefined): string {
  return places === undefined ? similarities : `${similarities}, places`;
}

/** How places are fused, or undefined where the linear order stands. */
function weightsOfPlaces(
  isSure: boolean,
  hasRequests: boolean,
  { similarities }: FusionModel,
): PlaceWeights | undefined {
  if (similarities === "none") {
    return undefined;
  }
  if (hasRequests) {
    return isSure ? placeWeights.requests : placeWeights.unsureRequests;
  }
  return isSure ? undefined : placeWeights.unsure;
}

/**
 * Where the order is trusted: results end where they fall too far behind the first. Each further request of a query has
 * its own first, which may be further behind.
 */
function isNearFirst(
  table: FeatureTable,
  scores: Float64Array,
  first: number,
  maxBehind: number,
): (row: number) => boolean {
  const least = (scores[first] as number) - maxBehind - table.get(first, requestCountFeature);
  return (row) => (scores[row] as number) >= least;
}

/**
 * Where there are several requests: tools near the first, if the fused order has them at the top as well. Otherwise many
 * tools for one request would be loaded before the first tool for another.
 */
function isNearAndAmongFirst(
  { best, places }: OrderedCandidates,
  isNear: (row: number) => boolean,
  maxHits: number,
): (row: number) => boolean {
  if (places === undefined) {
    return isNear;
  }
  const rows = rowsOf(best.slice(0, maxHits));
  return (row) => isNear(row) && rows.has(row);
}

/**
 * Where the order is not trusted: the first few of the fused order, if the linear order has them near the top as well. A
 * tool that is stuffed with words is near everything in meaning.
 */
function isAmongFirst(fused: readonly ScoredSlot[], places: FusedPlaces | undefined): (row: number) => boolean {
  const rows = rowsOf(fused.slice(0, maxFusedHits));
  return (row) => rows.has(row) && (places?.order[row] as number) <= maxOrderPlaceOfUnsureHits;
}

function rowsOf(ordered: readonly ScoredSlot[]): ReadonlySet<number> {
  return new Set(ordered.map(({ slot: row }) => row));
}

function scoresOf(table: FeatureTable, { weights, bias }: LinearModel): Float64Array {
  const scores = new Float64Array(table.slots.length);
  for (let row = 0; row < scores.length; row++) {
    scores[row] = table.weigh(row, weights) + bias;
  }
  return scores;
}

function bestRow(catalogue: CatalogueView, table: FeatureTable, scores: Float64Array): number {
  return (byScore(catalogue, table, scores, 1).best[0] as ScoredSlot).slot;
}

function byScore(
  catalogue: CatalogueView,
  table: FeatureTable,
  scores: Float64Array,
  limit: number,
): OrderedCandidates {
  const top = new TopSlots(limit, (row) => catalogue.documentAt(table.slots[row] as number).name);
  for (let row = 0; row < scores.length; row++) {
    top.offer(row, scores[row] as number);
  }
  return { best: top.take() };
}

/** Whether the query as a whole, or one of its requests, is near enough to any row in meaning. */
function isNearAny(
  table: FeatureTable,
  terms: QueryTerms,
  { askingWords, phrases }: Pick<TierLimits, "askingWords" | "phrases">,
  { minMeaningOfAnswer: { withoutKnownWords, lessPerKnownWord, lessPerAskingWord, lessPerPhrase } }: FusionModel,
): boolean {
  const least =
    withoutKnownWords -
    Math.min(maxKnownWords, countKnownWords(terms)) * lessPerKnownWord -
    Math.min(maxAskingWords, askingWords) * lessPerAskingWord -
    Math.min(maxPhrases, phrases) * lessPerPhrase;
  for (let row = 0; row < table.slots.length; row++) {
    if (Math.max(table.get(row, meaningFeature), table.get(row, requestMeaningFeature)) >= least) {
      return true;
    }
  }
  return false;
}

function countKnownWords({ terms }: QueryTerms): number {
  return terms.filter(({ id, word }) => id >= 0 && !isLetterOrNumber(word)).length;
}

function areWordsConvincing(table: FeatureTable, row: number): boolean {
  return trustIn(table, row, wordsModel) >= convincingWords;
}

function trustIn(table: FeatureTable, row: number, { trust }: FusionModel): number {
  return table.weigh(row, trust.weights) + trust.bias;
}
