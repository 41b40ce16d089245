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
  order: { weights: [12.43, 2.52, 0.3, 2.98, 0.54, -1.59, 1.05, -4.65, -0.6, 3.77, 0.92, 3.37, 1.4], bias: 0 },
  trust: { weights: [2.51, 0, 4.84, -3.32, -1.88, 2.36, 1, -2.69, 4.33, 3.98, -1.12, 1.56, 0], bias: -5.16 },
  leastTrust: -1.75,
  leastTrustOfOthers: -3,
};

/** Words alone: no embedder, vectors still being made, or a query of words that the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [11.51, 5.23, 0, 0, 0, 0, 1.99, -3.26, 1.59, 0, 0, 0, 1.43], bias: 0 },
  trust: { weights: [6.56, 0, 0, 0, 0, 0, 1.54, -4.33, 7.66, 0, 0, 0, 0], bias: -3.08 },
  leastTrust: -1.5,
  leastTrustOfOthers: -2.5,
};

/** Words that convince this much are believed, whatever the meaning says: it may not know them. */
export const convincingWords = 2;
