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
  order: { weights: [11.28, 2.42, 0.45, 2.92, 0.74, -1.48, 1.08, -4.58, 0.07, 3.68, 0.77, 3.22, 1.37], bias: 0 },
  trust: { weights: [2.73, 0, 4.95, -3.51, -2.28, 2.29, 0.99, -2.38, 3.84, 4.15, -0.85, 1.61, 0], bias: -5.24 },
  leastTrust: -2,
  leastTrustOfOthers: -3,
};

/** Words alone: no embedder, vectors still being made, or a query of words that the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [10.88, 5.09, 0, 0, 0, 0, 2, -3.24, 1.99, 0, 0, 0, 1.39], bias: 0 },
  trust: { weights: [6.7, 0, 0, 0, 0, 0, 1.62, -4.38, 6.94, 0, 0, 0, 0], bias: -3.15 },
  leastTrust: -2.5,
  leastTrustOfOthers: -2.5,
};

/** Words that convince this much are believed, whatever the meaning says: it may not know them. */
export const convincingWords = 1;
