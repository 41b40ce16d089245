import { featureNames } from "./features.ts";

/** One weight a feature, in the order of `featureNames`, and what is added to their sum. */
export interface LinearModel {
  readonly weights: readonly number[];
  readonly bias: number;
}

/** How the hybrid ranker weighs what it measured, fitted by `training/fusion` on queries of public catalogues. */
export interface FusionModel {
  /** Orders candidates. */
  readonly order: LinearModel;
  /** Log-odds that a candidate serves the query: comparable between queries, so it can say no. */
  readonly trust: LinearModel;
  /** The best candidate needs this much trust, else nothing is returned. */
  readonly leastTrust: number;
  /** Every further one needs this much. */
  readonly leastTrustOfOthers: number;
}

/** With meaning. */
export const fullModel: FusionModel = {
  order: { weights: [10.53, 3.74, 0.28, 2.1, 0.21, -1.29, 1.14, -5.4, 0.56, 4.67, 1.56, 3.46], bias: 0 },
  trust: { weights: [10.53, 3.74, 0.28, 2.1, 0.21, -1.29, 1.14, -5.4, 0.56, 4.67, 1.56, 3.46], bias: 0 },
  leastTrust: 0,
  leastTrustOfOthers: 0,
};

/** Without: no embedder, vectors still being made, or a query in words that the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [10.53, 3.74, 0, 0, 0, 0, 1.14, -5.4, 0.56, 0, 0, 0], bias: 0 },
  trust: { weights: [10.53, 3.74, 0, 0, 0, 0, 1.14, -5.4, 0.56, 0, 0, 0], bias: 0 },
  leastTrust: 0,
  leastTrustOfOthers: 0,
};

/** The weighted sum of a row of features. */
export function apply({ weights, bias }: LinearModel, row: Float64Array): number {
  let sum = bias;
  for (let feature = 0; feature < featureNames.length; feature++) {
    sum += (weights[feature] as number) * (row[feature] as number);
  }
  return sum;
}
