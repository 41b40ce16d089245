/** The feature weights, in order, and the intercept. */
export interface LinearModel {
  readonly weights: readonly number[];
  readonly bias: number;
}

/** How the hybrid ranker weighs features, fitted by `training/fusion` on queries of public catalogues. */
export interface FusionModel {
  /** Orders the candidates. */
  readonly order: LinearModel;
  /**
   * The log-odds that a candidate answers the query. Unlike the order, comparable between queries, so it can reject.
   */
  readonly trust: LinearModel;
  /** From this trust of the first candidate on, the linear order decides; below it, places are fused. */
  readonly minTrustInOrder: number;
  /** The minimum trust of the first candidate for any hit; below it all plausible tools are candidates. */
  readonly minTrustOfHits: number;
  /** The minimum trust of every other hit. */
  readonly minTrustOfOthers: number;
  /** The minimum trust of the first candidate for any tool to be named; below it the answer is empty. */
  readonly minTrustOfAnswer: number;
  /** The minimum trust of a tool that is named. */
  readonly minTrustOfCandidates: number;
}

/** With semantic features. */
export const fullModel: FusionModel = {
  order: { weights: [9.68, 1.82, 0.41, 1.26, 0.2, 0.95, 1.58, -6.05, 0.42, 3.5, 0.86, 4.57, 1.63, 0, 0], bias: 0 },
  trust: {
    weights: [4.68, 0, 1.13, -0.35, 0.01, 1.37, -0.26, -1.54, 1.49, 2.59, -0.01, 1.13, 0, -1.93, 1.07],
    bias: -4.43,
  },
  minTrustInOrder: 0.5,
  minTrustOfHits: -0.4,
  minTrustOfOthers: -2.2,
  minTrustOfAnswer: -2.8,
  minTrustOfCandidates: -4.25,
};

/** Lexical only: no embedder, vectors not ready, or a query whose words the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [13.3, 4.23, 0, 0, 0, 0, 2.17, -4.44, 2.56, 0, 0, 0, 1.84, 0, 0], bias: 0 },
  trust: { weights: [7.12, 0, 0, 0, 0, 0, 1.75, -3.66, 5.82, 0, 0, 0, 0, 0, 0], bias: -2.93 },
  // There is nothing to fuse words with.
  minTrustInOrder: Number.NEGATIVE_INFINITY,
  minTrustOfHits: -2.5,
  minTrustOfOthers: -2.5,
  minTrustOfAnswer: -2.75,
  minTrustOfCandidates: -2.75,
};

/**
 * How far behind the first a tool may be and still be loaded. The order is fitted as a softmax, so differences of its
 * scores are log-odds: this far behind, the first is sixteen times as likely to be the right one.
 */
export const maxBehindFirst = 2.75;

/** How many tools are loaded at most where the order is not trusted: the best of the fused places. */
export const maxUnsureHits = 5;
/** The last place in the linear order that such a tool may have. */
export const maxOrderPlaceOfUnsureHits = 10;

/** What a place is worth where places are fused: weight / (10 + place). Meaning counts most: the words did not fit. */
export const placeWeights = { order: 1, meaning: 3, words: 0.3 } as const;
export const placeOffset = 10;

/** A lexical score this convincing is accepted whatever the semantic one: the embedder may not know the words. */
export const convincingWords = 1;
