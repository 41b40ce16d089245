import type { SemanticIndex, SemanticMatrices } from "../../semantic/semantic-index.ts";
import type { Spread } from "../../vectors/near-slots.ts";
import {
  type FeatureTable,
  meaningFeature,
  nameMeaningFeature,
  openingMeaningFeature,
  requestMeaningFeature,
  requestNameMeaningFeature,
  requestOpeningMeaningFeature,
  standoutFeature,
} from "./features.ts";
import type { RequestPlaces } from "./request-places.ts";

/** Everything that meaning is measured with. */
export interface Meaning {
  readonly semantic: SemanticIndex;
  readonly matrices: SemanticMatrices;
  /** The vector of the query. */
  readonly vector: Float32Array;
  /** The vectors of the requests in it. */
  readonly requestVectors: readonly Float32Array[];
  readonly spread: Spread;
}

/** Keeps deviations in the range of the other features. */
const standoutScale = 0.1;

/** Measures meaning: of the whole query, and the best of the requests in it. */
export function measureMeaning(meaning: Meaning, table: FeatureTable, places: RequestPlaces): void {
  const { semantic, matrices, vector: query, requestVectors, spread } = meaning;
  const { name, opening, whole } = matrices;
  setQuery(matrices, query);
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    const slot = table.slots[candidate] as number;
    // A tool whose vectors are still being made is neither near nor far.
    const cosine = semantic.has(slot) ? whole.product(slot) * whole.unit : spread.mean;
    const nameCosine = name.product(slot) * name.unit;
    const openingCosine = opening.product(slot) * opening.unit;
    table.set(candidate, meaningFeature, cosine);
    table.set(candidate, standoutFeature, (standoutScale * (cosine - spread.mean)) / spread.deviation);
    table.set(candidate, nameMeaningFeature, nameCosine);
    table.set(candidate, openingMeaningFeature, openingCosine);
    table.set(candidate, requestMeaningFeature, cosine);
    table.set(candidate, requestNameMeaningFeature, nameCosine);
    table.set(candidate, requestOpeningMeaningFeature, openingCosine);
  }
  for (const [request, vector] of requestVectors.entries()) {
    setQuery(matrices, vector);
    for (let candidate = 0; candidate < table.slots.length; candidate++) {
      const slot = table.slots[candidate] as number;
      const cosine = whole.product(slot) * whole.unit;
      const nameCosine = name.product(slot) * name.unit;
      const openingCosine = opening.product(slot) * opening.unit;
      table.raise(candidate, requestMeaningFeature, cosine);
      table.raise(candidate, requestNameMeaningFeature, nameCosine);
      table.raise(candidate, requestOpeningMeaningFeature, openingCosine);
      places.addMeaning(candidate, request, cosine, nameCosine, openingCosine);
    }
  }
}

function setQuery({ name, opening, whole }: SemanticMatrices, vector: Float32Array): void {
  whole.setQuery(vector);
  name.useQueryOf(whole);
  opening.useQueryOf(whole);
}
