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
  /** What the similarities of the embedder are like; `none` without one, so that there is nothing to fuse words with. */
  readonly similarities: "table" | "transformer" | "none";
  /** From this trust of the first candidate on, the linear order decides; below it, places are fused. */
  readonly minTrustInOrder: number;
  /** The same for a query with several requests, whose places are fused in either case, but in another way. */
  readonly minTrustInOrderOfRequests: number;
  /** The minimum trust of the first candidate for any hit; below it all plausible tools are candidates. */
  readonly minTrustOfHits: number;
  /** The minimum trust of every other hit. */
  readonly minTrustOfOthers: number;
  /** The minimum trust of the first candidate for any tool to be named; below it the answer is empty. */
  readonly minTrustOfAnswer: number;
  /**
   * The minimum meaning of any candidate for a tool to be named, if no tool knows a word of the query, and how much less is
   * enough per word that some tool knows (four at most), per word that speaks to somebody (two) and per phrase (three).
   * Words thrown together are near nothing, few of them are in the catalogue, they ask for nothing and are no sentence.
   */
  readonly minMeaningOfAnswer: {
    readonly withoutKnownWords: number;
    readonly lessPerKnownWord: number;
    readonly lessPerAskingWord: number;
    readonly lessPerPhrase: number;
  };
  /** The minimum trust of a tool that is named. */
  readonly minTrustOfCandidates: number;
}

/** With semantic features, of an embedder such as the included table. */
export const fullModel: FusionModel = {
  order: { weights: [10, 1.66, 0.06, 1.96, 0.24, 1.03, 1.2, -5.13, -0.33, 3.17, 0.45, 5.11, 1.6, 0, 0], bias: 0 },
  trust: {
    weights: [4.26, 0, 2.01, 0.46, -0.02, 3, -0.12, -2.03, 0.29, 2.24, -0.16, 1.68, 0, -1.2, 0.89],
    bias: -5.58,
  },
  similarities: "table",
  minTrustInOrder: 0.25,
  minTrustInOrderOfRequests: -0.5,
  minTrustOfHits: -0.5,
  minTrustOfOthers: -2.2,
  minTrustOfAnswer: -4.5,
  minMeaningOfAnswer: { withoutKnownWords: 0.3, lessPerKnownWord: 0.09, lessPerAskingWord: 0.15, lessPerPhrase: 0.03 },
  minTrustOfCandidates: -5.5,
};

/** With semantic features, of a transformer such as `@toolcrib/encoder`. */
export const transformerModel: FusionModel = {
  order: { weights: [8.94, 1.5, 0.65, 0.14, 0.65, 0.65, 1.59, -4.21, 0.1, 7.9, 7.9, 7.9, 1.65, 0, 0], bias: 0 },
  trust: {
    weights: [2.5, 0, 4.39, -2.69, 4.39, 4.39, 0.59, -1.96, 3.03, 2.47, 2.47, 2.47, 0, -1.4, 0.81],
    bias: -15.41,
  },
  similarities: "transformer",
  minTrustInOrder: 0.25,
  minTrustInOrderOfRequests: -0.5,
  minTrustOfHits: -0.8,
  minTrustOfOthers: -2.2,
  minTrustOfAnswer: -4.5,
  minMeaningOfAnswer: { withoutKnownWords: 0.7, lessPerKnownWord: 0.04, lessPerAskingWord: 0.15, lessPerPhrase: 0.06 },
  minTrustOfCandidates: -5.5,
};

/** Lexical only: no embedder, vectors not ready, or a query whose words the embedder does not know. */
export const wordsModel: FusionModel = {
  order: { weights: [12.31, 4.63, 0, 0, 0, 0, 1.99, -3.66, 1.93, 0, 0, 0, 1.76, 0, 0], bias: 0 },
  trust: { weights: [8.24, 0, 0, 0, 0, 0, 1.6, -4.02, 4.09, 0, 0, 0, 0, 0, 0], bias: -2.56 },
  similarities: "none",
  minTrustInOrder: Number.NEGATIVE_INFINITY,
  minTrustInOrderOfRequests: Number.NEGATIVE_INFINITY,
  minTrustOfHits: -2.5,
  minTrustOfOthers: -2.5,
  minTrustOfAnswer: -2.75,
  minMeaningOfAnswer: {
    withoutKnownWords: Number.NEGATIVE_INFINITY,
    lessPerKnownWord: 0,
    lessPerAskingWord: 0,
    lessPerPhrase: 0,
  },
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
 * scores are log-odds: this far behind, the first is twenty times as likely to be the right one.
 */
export const maxBehindFirst = 3;
/** How far behind it may be and still be named, where the order is trusted: the first is four hundred times as likely. */
export const maxBehindFirstOfCandidates = 6;

/** How many tools are loaded at most where places are fused: the best of that order. */
export const maxFusedHits = 5;
/** The last place in the linear order that such a tool may have. */
export const maxOrderPlaceOfUnsureHits = 10;

/** What a place is worth where places are fused: weight * 10 / (10 + place). */
export const placeOffset = 10;

/** What each order counts where places are fused. */
export interface PlaceWeights {
  /** The linear order. */
  readonly order: number;
  /** The meaning of the tool, and of its name and first sentence; where there are several requests, of the nearest. */
  readonly meaning: number;
  readonly opening: number;
  readonly words: number;
  /** For the first tool of a single request; half of it for the second. */
  readonly request: number;
}

export const placeWeights: Readonly<Record<"unsure" | "requests" | "unsureRequests", PlaceWeights>> = {
  /** The order is not trusted: meaning counts most, because the words did not fit. */
  unsure: { order: 1, meaning: 2, opening: 2, words: 0.3, request: 0 },
  /** Several requests: what words put first stays near the top, and so does the first tool of each request. */
  requests: { order: 1, meaning: 0.25, opening: 0.25, words: 1, request: 0.15 },
  unsureRequests: { order: 1, meaning: 0.5, opening: 0.5, words: 0, request: 0 },
};

/** A lexical score this convincing is accepted whatever the semantic one, if the embedder does not know the words. */
export const convincingWords = 1;
