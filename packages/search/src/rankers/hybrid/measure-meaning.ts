import type { SemanticMatrices } from "../../semantic/semantic-matrices.ts";
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

/** Input for the semantic features. */
export interface Meaning {
  readonly matrices: SemanticMatrices;
  /** The vector of the query. */
  readonly vector: Float32Array;
  /** The vectors of the requests in it. */
  readonly requestVectors: readonly Float32Array[];
  readonly spread: Spread;
}

/** Scales deviations to the range of the other features. */
const standoutScale = 0.1;

/** Computes semantic features: of the whole query, and the best of its requests. */
export function measureMeaning(meaning: Meaning, table: FeatureTable, places: RequestPlaces): void {
  const { matrices, vector: query, requestVectors, spread } = meaning;
  const { slots } = table;
  const { unit } = matrices.whole;
  const ofQuery = compare(matrices, query, slots);
  for (let candidate = 0; candidate < slots.length; candidate++) {
    const cosine = (ofQuery.whole[candidate] as number) * unit;
    const nameCosine = (ofQuery.name[candidate] as number) * unit;
    const openingCosine = (ofQuery.opening[candidate] as number) * unit;
    table.set(candidate, meaningFeature, cosine);
    table.set(candidate, standoutFeature, (standoutScale * (cosine - spread.mean)) / spread.deviation);
    table.set(candidate, nameMeaningFeature, nameCosine);
    table.set(candidate, openingMeaningFeature, openingCosine);
    table.set(candidate, requestMeaningFeature, cosine);
    table.set(candidate, requestNameMeaningFeature, nameCosine);
    table.set(candidate, requestOpeningMeaningFeature, openingCosine);
  }
  for (const [request, vector] of requestVectors.entries()) {
    const { name, opening, whole } = compare(matrices, vector, slots);
    for (let candidate = 0; candidate < slots.length; candidate++) {
      const cosine = (whole[candidate] as number) * unit;
      const nameCosine = (name[candidate] as number) * unit;
      const openingCosine = (opening[candidate] as number) * unit;
      table.raise(candidate, requestMeaningFeature, cosine);
      table.raise(candidate, requestNameMeaningFeature, nameCosine);
      table.raise(candidate, requestOpeningMeaningFeature, openingCosine);
      places.addMeaning(candidate, request, cosine, nameCosine, openingCosine);
    }
  }
}

interface Products {
  readonly name: Int32Array;
  readonly opening: Int32Array;
  readonly whole: Int32Array;
}

/** The products of a vector with the three views of these slots. */
function compare({ name, opening, whole }: SemanticMatrices, vector: Float32Array, slots: Int32Array): Products {
  whole.setQuery(vector);
  name.useQueryOf(whole);
  opening.useQueryOf(whole);
  return { name: name.productsOf(slots), opening: opening.productsOf(slots), whole: whole.productsOf(slots) };
}
