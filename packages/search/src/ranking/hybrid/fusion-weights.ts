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
  order: { weights: [12.38, 2.54, 0.28, 2.97, 0.53, -1.57, 1.06, -4.65, -0.58, 3.74, 0.92, 3.36, 1.4], bias: 0 },
  trust: { weights: [8.39, 0, 3.18, -2.04, 0.61, 1.08, 0.75, -5.33, 2.94, 4.06, -0.16, 0.81, 0], bias: -5.6 },
  leastTrust: -1.5,
  leastTrustOfOthers: -3,
};

/** Words alone: no embedder, vectors still being made, or a query of words that the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [11.51, 5.23, 0, 0, 0, 0, 1.99, -3.26, 1.59, 0, 0, 0, 1.43], bias: 0 },
  trust: { weights: [6.56, 0, 0, 0, 0, 0, 1.53, -4.31, 7.66, 0, 0, 0, 0], bias: -3.08 },
  leastTrust: -1,
  leastTrustOfOthers: -2.5,
};

/** Words that convince this much are believed, whatever the meaning says: it may not know them. */
export const convincingWords = 2;
