/** Weights of the features, in their order, and what is added to the weighted sum. */
export interface LinearModel {
  readonly weights: readonly number[];
  readonly bias: number;
}

/** How the hybrid ranker weighs what it measured, fitted by `training/fusion` on queries of public catalogues. */
export interface FusionModel {
  /** Orders the candidates. */
  readonly order: LinearModel;
  /** The log-odds that a candidate serves the query. Unlike the order, it compares between queries, so it can say no. */
  readonly trust: LinearModel;
  /** The first candidate needs this much, else nothing is returned. */
  readonly leastTrust: number;
  /** Every further one needs this much. */
  readonly leastTrustOfOthers: number;
}

/** With meaning. */
export const fullModel: FusionModel = {
  order: { weights: [12.28, 1.66, 0.71, 3.08, 0.98, -1.66, 1.74, -5.63, 0.76, 3.35, 1.3, 3.45, 1.47], bias: 0 },
  trust: { weights: [4.76, 0, 5.08, -3.5, -1.45, 1.89, 1.76, -2.46, 2.18, 4.87, -1.64, 1.28, 0], bias: -5.37 },
  leastTrust: -2,
  leastTrustOfOthers: -3,
};

/** Words alone: no embedder, vectors still being made, or a query of words that the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [10.56, 5.05, 0, 0, 0, 0, 2.62, -3.52, 2.61, 0, 0, 0, 1.47], bias: 0 },
  trust: { weights: [7.47, 0, 0, 0, 0, 0, 1.59, -3.47, 6.04, 0, 0, 0, 0], bias: -3.17 },
  leastTrust: -2.5,
  leastTrustOfOthers: -2.5,
};

/** Words that convince this much are believed, whatever the meaning says: it may not know them. */
export const convincingWords = 1;
