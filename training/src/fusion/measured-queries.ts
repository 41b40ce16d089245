import { featureNames } from "../../../packages/search/src/rankers/hybrid/features.ts";

export const featureCount = featureNames.length;

/** What was measured of some queries: one row of features a candidate, the rows of a query one after the other. */
export interface MeasuredQueries {
  readonly count: number;
  /** Where the rows of each query start, and behind the last one where they end. */
  readonly starts: Int32Array;
  readonly features: Float64Array;
  /** For each row, which of the query's wanted tools it is, counted from 1; 0 where it is none of them. */
  readonly wantedAs: Uint8Array;
  /** How many tools each query wants, found among its candidates or not. */
  readonly wantedCounts: Uint8Array;
}

/** Gathers queries one after the other. */
export class MeasuredQueriesBuilder {
  readonly #starts: number[] = [0];
  readonly #features: number[] = [];
  readonly #wantedAs: number[] = [];
  readonly #wantedCounts: number[] = [];

  addCandidate(features: Iterable<number>, wantedAs: number): void {
    for (const feature of features) this.#features.push(feature);
    this.#wantedAs.push(wantedAs);
  }

  /** Ends the query that the candidates since the last call belong to; there may be none. */
  endQuery(wantedCount: number): void {
    this.#starts.push(this.#wantedAs.length);
    this.#wantedCounts.push(wantedCount);
  }

  build(): MeasuredQueries {
    return {
      count: this.#wantedCounts.length,
      starts: Int32Array.from(this.#starts),
      features: Float64Array.from(this.#features),
      wantedAs: Uint8Array.from(this.#wantedAs),
      wantedCounts: Uint8Array.from(this.#wantedCounts),
    };
  }
}

/** Several as one, in their order. */
export function joinQueries(parts: readonly MeasuredQueries[]): MeasuredQueries {
  const builder = new MeasuredQueriesBuilder();
  for (const { count, starts, features, wantedAs, wantedCounts } of parts) {
    for (let query = 0; query < count; query++) {
      for (let row = starts[query]; row < starts[query + 1]; row++) {
        builder.addCandidate(features.subarray(row * featureCount, (row + 1) * featureCount), wantedAs[row]);
      }
      builder.endQuery(wantedCounts[query]);
    }
  }
  return builder.build();
}

/** The weighted sum of a row. */
export function weighRow({ features }: MeasuredQueries, row: number, weights: readonly number[]): number {
  let sum = 0;
  for (let feature = 0, place = row * featureCount; feature < featureCount; feature++, place++) {
    sum += weights[feature] * features[place];
  }
  return sum;
}
