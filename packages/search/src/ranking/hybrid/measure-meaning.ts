import type { SemanticIndex, SemanticMatrices } from "../../semantic/semantic-index.ts";
import {
  type FeatureRow,
  meaningFeature,
  nameMeaningFeature,
  openingMeaningFeature,
  partMeaningFeature,
  partNameMeaningFeature,
  partOpeningMeaningFeature,
  raise,
  standoutFeature,
} from "./features.ts";

/** How the cosines of a query spread over the catalogue. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** Keeps deviations in the range of the other features. */
const standoutScale = 0.1;

/** Measures meaning: of the whole query, and the best of the requests in it. */
export function measureMeaning(
  semantic: SemanticIndex,
  matrices: SemanticMatrices,
  query: Float32Array,
  requests: readonly Float32Array[],
  spread: Spread,
  slots: readonly number[],
  rows: readonly FeatureRow[],
): void {
  const { name, opening, whole } = matrices;
  for (const matrix of [name, opening, whole]) {
    matrix.setQuery(query);
  }
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] as number;
    const row = rows[index] as FeatureRow;
    // A tool whose vectors are still being made is neither near nor far.
    const cosine = semantic.has(slot) ? whole.product(slot) * whole.unit : spread.mean;
    row[meaningFeature] = cosine;
    row[standoutFeature] = (standoutScale * (cosine - spread.mean)) / spread.deviation;
    row[nameMeaningFeature] = name.product(slot) * name.unit;
    row[openingMeaningFeature] = opening.product(slot) * opening.unit;
    row[partMeaningFeature] = cosine;
    row[partNameMeaningFeature] = row[nameMeaningFeature];
    row[partOpeningMeaningFeature] = row[openingMeaningFeature];
  }
  for (const request of requests) {
    for (const matrix of [name, opening, whole]) {
      matrix.setQuery(request);
    }
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index] as number;
      const row = rows[index] as FeatureRow;
      raise(row, partMeaningFeature, whole.product(slot) * whole.unit);
      raise(row, partNameMeaningFeature, name.product(slot) * name.unit);
      raise(row, partOpeningMeaningFeature, opening.product(slot) * opening.unit);
    }
  }
}
