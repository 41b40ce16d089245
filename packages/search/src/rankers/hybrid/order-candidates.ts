import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { type ScoredSlot, TopSlots } from "../../ranking/top-slots.ts";
import { bestWordsFeature, type FeatureTable, meaningFeature } from "./features.ts";
import { placeOffset, placeWeights } from "./fusion-weights.ts";

/** The candidates of a query in order. A slot is a row of the feature table. */
export interface OrderedCandidates {
  readonly best: readonly ScoredSlot[];
  /** What each place adds, for rows that were ordered by fused places. */
  readonly places?: FusedPlaces;
}

/** The places of every row in the three orders that are fused; 0 for a row that an order says nothing about. */
export interface FusedPlaces {
  readonly order: Int32Array;
  readonly meaning: Int32Array;
  readonly words: Int32Array;
}

/**
 * Orders by fused places. Scores of different queries do not compare, places do: a tool that words or meaning put first
 * stays near the top, whatever the linear order makes of the rest.
 */
export function fusePlaces(
  catalogue: CatalogueView,
  table: FeatureTable,
  scores: Float64Array,
  limit: number,
): OrderedCandidates {
  const count = table.slots.length;
  const nameOf = (row: number): string => catalogue.documentAt(table.slots[row] as number).name;
  const placesBy = (scoreOf: (row: number) => number): Int32Array => placesOf(count, nameOf, scoreOf);
  const places: FusedPlaces = {
    order: placesBy((row) => scores[row] as number),
    meaning: placesBy((row) => positive(table.get(row, meaningFeature))),
    words: placesBy((row) => positive(table.get(row, bestWordsFeature))),
  };
  const top = new TopSlots(limit, nameOf);
  for (let row = 0; row < count; row++) {
    top.offer(row, worthOf(places, row));
  }
  return { best: top.take(), places };
}

/** What one place adds to the score. */
export function worthOfPlace(kind: keyof FusedPlaces, place: number): number {
  return place === 0 ? 0 : (placeWeights[kind] * placeOffset) / (placeOffset + place);
}

function worthOf({ order, meaning, words }: FusedPlaces, row: number): number {
  return (
    worthOfPlace("order", order[row] as number) +
    worthOfPlace("meaning", meaning[row] as number) +
    worthOfPlace("words", words[row] as number)
  );
}

function positive(score: number): number {
  return score > 0 ? score : Number.NEGATIVE_INFINITY;
}

/** Places from 1; equal scores, such as those of copies, share one. */
function placesOf(count: number, nameOf: (row: number) => string, scoreOf: (row: number) => number): Int32Array {
  const top = new TopSlots(count, nameOf);
  for (let row = 0; row < count; row++) {
    const score = scoreOf(row);
    if (score !== Number.NEGATIVE_INFINITY) {
      top.offer(row, score);
    }
  }
  const places = new Int32Array(count);
  let place = 0;
  let before = Number.NaN;
  for (const [index, { slot: row, score }] of top.take().entries()) {
    place = score === before ? place : index + 1;
    before = score;
    places[row] = place;
  }
  return places;
}
