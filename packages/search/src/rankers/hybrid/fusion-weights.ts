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
  readonly minTrust: number;
  /** Every further one needs this much. */
  readonly minTrustOfOthers: number;
}

/** With meaning. */
export const fullModel: FusionModel = {
  order: { weights: [9.68, 1.82, 0.41, 1.26, 0.2, 0.95, 1.58, -6.05, 0.42, 3.5, 0.86, 4.57, 1.63, 0, 0], bias: 0 },
  trust: {
    weights: [4.74, 0, 6.48, -5.48, -1.37, 2.38, 0.82, -0.76, 1.12, 5.94, -1.34, 1.43, 0, -1.22, 0.36],
    bias: -5.37,
  },
  minTrust: -1.45,
  minTrustOfOthers: -2.45,
};

/** Words alone: no embedder, vectors still being made, or a query of words that the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [13.3, 4.23, 0, 0, 0, 0, 2.17, -4.44, 2.56, 0, 0, 0, 1.84, 0, 0], bias: 0 },
  trust: { weights: [7.12, 0, 0, 0, 0, 0, 1.75, -3.66, 5.82, 0, 0, 0, 0, 0, 0], bias: -2.93 },
  minTrust: -2.5,
  minTrustOfOthers: -2.5,
};

/** Words that convince this much are believed, whatever the meaning says: it may not know them. */
export const convincingWords = 1;
