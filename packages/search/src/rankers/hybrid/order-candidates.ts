import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { type ScoredSlot, TopSlots } from "../../ranking/top-slots.ts";
import {
  bestWordsFeature,
  type FeatureTable,
  requestMeaningFeature,
  requestOpeningMeaningFeature,
  requestPlaceFeature,
} from "./features.ts";
import { type PlaceWeights, placeOffset } from "./fusion-weights.ts";
import { groupCopies } from "./group-copies.ts";

/** The candidates of a query in order. A slot is a row of the feature table. */
export interface OrderedCandidates {
  readonly best: readonly ScoredSlot[];
  /** What each place adds, for rows that were ordered by fused places. */
  readonly places?: FusedPlaces;
}

/** The orders whose places are fused. */
const orders = ["order", "meaning", "opening", "words"] as const;

/** The places of every row in the orders that are fused; 0 for a row that an order says nothing about. */
export interface FusedPlaces extends Readonly<Record<(typeof orders)[number], Int32Array>> {
  readonly weights: PlaceWeights;
}

/** What one order adds to the score of a row. */
export interface PlaceTerm {
  readonly kind: keyof PlaceWeights;
  readonly value: number;
  readonly contribution: number;
}

/**
 * Orders by fused places. Scores of different queries do not compare, places do: a tool that words or meaning put first
 * stays near the top, whatever the linear order makes of the rest.
 */
export function fusePlaces(
  catalogue: CatalogueView,
  table: FeatureTable,
  scores: Float64Array,
  weights: PlaceWeights,
  limit: number,
): OrderedCandidates {
  const count = table.slots.length;
  const nameOf = (row: number): string => catalogue.documentAt(table.slots[row] as number).name;
  const groups = groupCopies(catalogue, table);
  const placesBy = (scoreOf: (row: number) => number): Int32Array => placesOf(groups, nameOf, scoreOf);
  const placesByFeature = (feature: number): Int32Array => placesBy((row) => positive(table.get(row, feature)));
  const places: FusedPlaces = {
    weights,
    order: placesBy((row) => scores[row] as number),
    meaning: placesByFeature(requestMeaningFeature),
    opening: placesByFeature(requestOpeningMeaningFeature),
    words: placesByFeature(bestWordsFeature),
  };
  const top = new TopSlots(limit, nameOf);
  for (let row = 0; row < count; row++) {
    let worth = worthOfRequest(table, places, row);
    for (const kind of orders) {
      worth += worthOfPlace(places, kind, row);
    }
    top.offer(row, worth);
  }
  return { best: top.take(), places };
}

/** What the places of a row, and its place for a single request, add to its score. */
export function placeTerms(table: FeatureTable, places: FusedPlaces, row: number): PlaceTerm[] {
  const terms: PlaceTerm[] = orders.map((kind) => {
    const value = places[kind][row] as number;
    return { kind, value, contribution: worthOfPlace(places, kind, row) };
  });
  const value = table.get(row, requestPlaceFeature);
  return [...terms, { kind: "request", value, contribution: worthOfRequest(table, places, row) }];
}

function worthOfPlace(places: FusedPlaces, kind: (typeof orders)[number], row: number): number {
  const place = places[kind][row] as number;
  return place === 0 ? 0 : (places.weights[kind] * placeOffset) / (placeOffset + place);
}

function worthOfRequest(table: FeatureTable, { weights }: FusedPlaces, row: number): number {
  return weights.request * table.get(row, requestPlaceFeature);
}

function positive(score: number): number {
  return score > 0 ? score : Number.NEGATIVE_INFINITY;
}

/** At most this many tools that say the same count, so that more of them do not push others back. */
const maxCountedCopies = 2;

/** Places from 1: how many different tools are before a row. Equal scores share one, and many copies count as two. */
function placesOf(groups: Int32Array, nameOf: (row: number) => string, scoreOf: (row: number) => number): Int32Array {
  const count = groups.length;
  const top = new TopSlots(count, nameOf);
  for (let row = 0; row < count; row++) {
    const score = scoreOf(row);
    if (score !== Number.NEGATIVE_INFINITY) {
      top.offer(row, score);
    }
  }
  const places = new Int32Array(count);
  const copiesBefore = new Map<number, number>();
  let countBefore = 0;
  let place = 0;
  let before = Number.NaN;
  for (const { slot: row, score } of top.take()) {
    const group = groups[row] as number;
    const copies = (copiesBefore.get(group) ?? 0) + 1;
    copiesBefore.set(group, copies);
    countBefore += copies <= maxCountedCopies ? 1 : 0;
    place = score === before ? place : countBefore;
    before = score;
    places[row] = place;
  }
  return places;
}
