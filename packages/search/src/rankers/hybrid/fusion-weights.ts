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
  /**
   * The minimum meaning of any candidate for a tool to be named, if no tool knows a word of the query, and how much less is
   * enough per word that some tool knows. Words thrown together are near nothing, and few of them are in the catalogue.
   */
  readonly minMeaningOfAnswer: { readonly withoutKnownWords: number; readonly lessPerKnownWord: number };
  /** The minimum trust of a tool that is named. */
  readonly minTrustOfCandidates: number;
}

/** With semantic features, of an embedder such as the included table. */
export const fullModel: FusionModel = {
  order: { weights: [9.73, 1.66, -0.43, 1.22, 1.24, 0.95, 1.21, -6.15, 0.38, 3.79, 0.19, 5.03, 1.51, 0, 0], bias: 0 },
  trust: {
    weights: [5.76, 0, -1.68, 3.35, -0.11, 2.33, 0.13, -2.39, 1.55, -0.24, 0.29, 2.22, 0, -2.17, 1.48],
    bias: -5.2,
  },
  minTrustInOrder: 0.5,
  minTrustOfHits: 0,
  minTrustOfOthers: -2.2,
  minTrustOfAnswer: -3.5,
  minMeaningOfAnswer: { withoutKnownWords: 0.24, lessPerKnownWord: 0.06 },
  minTrustOfCandidates: -4.25,
};

/** With semantic features, of a transformer such as `@toolcrib/encoder`. */
export const transformerModel: FusionModel = {
  order: { weights: [8.41, 1.47, 0.99, -1.06, 0.99, 0.99, 2.01, -4.91, 0.64, 8.25, 8.25, 8.25, 1.51, 0, 0], bias: 0 },
  trust: {
    weights: [2.81, 0, 3.05, -0.87, 3.05, 3.05, 0.15, -1.63, 3.86, 1.51, 1.51, 1.51, 0, -2.18, 1.2],
    bias: -11.48,
  },
  minTrustInOrder: 0.5,
  minTrustOfHits: -0.1,
  minTrustOfOthers: -2.2,
  minTrustOfAnswer: -3.5,
  minMeaningOfAnswer: { withoutKnownWords: 0.63, lessPerKnownWord: 0.05 },
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
  minMeaningOfAnswer: { withoutKnownWords: Number.NEGATIVE_INFINITY, lessPerKnownWord: 0 },
  minTrustOfCandidates: -2.75,
};

/** The models that a hybrid ranker chooses from: by the similarities of the embedder, or for words alone. */
export interface FusionModels {
  readonly table: FusionModel;
  readonly transformer: FusionModel;
  readonly words: FusionModel;
}

export const fusionModels: FusionModels = { table: fullModel, transformer: transformerModel, words: wordsModel };

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
