import {
  bestWordsFeature,
  nameCoveredFeature,
  queryCoveredFeature,
  requestCountFeature,
  requestPlaceFeature,
  requestWordsFeature,
  wordCountFeature,
  wordsFeature,
} from "../../../packages/search/src/rankers/hybrid/features.ts";
import type { LinearModel } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { fitOrder } from "./fit-order.ts";
import { fitLogOdds } from "./logistic-regression.ts";
import type { Means } from "./measure-queries.ts";
import { featureCount, type MeasuredQueries } from "./measured-queries.ts";
import type { MeasuredSet, Measurements } from "./measurements.ts";
import { type TrustRecipe, trustSamples } from "./trust-samples.ts";

/** What is fitted of a fusion model; its thresholds are chosen by hand, from the table. */
export interface FittedModel {
  readonly order: LinearModel;
  readonly trust: LinearModel;
}

export type FittedModels = Readonly<Record<Means, FittedModel>>;

const everyFeature = Array.from({ length: featureCount }, (_, feature) => feature);

/** What is measured of the query alone is the same for all its candidates: it cannot order them. */
const queryFeatures: readonly number[] = [requestCountFeature, wordCountFeature];

const orderFeatures: Readonly<Record<Means, readonly number[]>> = {
  "words and meaning": everyFeature.filter((feature) => !queryFeatures.includes(feature)),
  "words alone": [
    wordsFeature,
    bestWordsFeature,
    nameCoveredFeature,
    queryCoveredFeature,
    requestWordsFeature,
    requestPlaceFeature,
  ],
};

/** Two features compare the candidates of one query: the first has them high whether it serves the query or not. */
const trustFeatures: Readonly<Record<Means, readonly number[]>> = {
  "words and meaning": everyFeature.filter(
    (feature) => feature !== bestWordsFeature && feature !== requestPlaceFeature,
  ),
  "words alone": [wordsFeature, nameCoveredFeature, queryCoveredFeature, requestWordsFeature],
};

/** Our own queries are few but are what users reported, so they count for much more than their number. */
const trustRecipes: Readonly<Record<Means, TrustRecipe>> = {
  "words and meaning": {
    weights: {
      answerable: 430,
      ownAnswerable: 300,
      foreign: 375,
      ownUnanswerable: 225,
      // What people type decides most searches that trust decides: model-written queries match well or not at all.
      everydayAnswerable: 1200,
      everydayLearnt: 600,
      everydayForeign: 2000,
      everydayUnanswerable: 1000,
      everydayLeftOut: 400,
    },
    isPaired: true,
    // The vaguest requests, and so the first that a floor refuses.
    answerableShares: { metatool: 2 },
    // The larger the catalogue, the more of the foreign queries it serves after all: seen by hand, nearly half of them here.
    foreignShares: { bfcl: 0.5, sealtools: 0.5 },
    decay: 3,
  },
  // Trust in words vouches for tools in any language.
  "words alone": {
    weights: {
      answerable: 600,
      ownAnswerable: 300,
      foreign: 500,
      ownUnanswerable: 400,
      everydayAnswerable: 0,
      everydayLearnt: 0,
      everydayForeign: 0,
      everydayUnanswerable: 0,
      everydayLeftOut: 0,
    },
    isPaired: false,
    answerableShares: {},
    foreignShares: {},
    decay: 2,
  },
};

/** As many decimals as the engine's file has. What is reported is measured with the rounded weights. */
const decimals = 2;

/** What the order of a model is fitted on: the public sets and, where meaning counts, the tune half of our own. */
export function fitOrderOf(means: Means, sets: readonly MeasuredSet[], { tune }: Measurements): LinearModel {
  const own: readonly MeasuredQueries[] = means === "words and meaning" ? [tune.english] : [];
  const weights = fitOrder([...sets.map(({ fitted }) => fitted), ...own], orderFeatures[means]);
  return { weights: weights.map(rounded), bias: 0 };
}

/**
 * Fits both models. Trust is fitted for both on the candidates that words and meaning put first:
 * trust in words also vouches for a candidate where meaning is used.
 */
export function fitModels(measured: Readonly<Record<Means, Measurements>>): FittedModels {
  const full = measured["words and meaning"];
  const words = measured["words alone"];
  const order = fitOrderOf("words and meaning", full.sets, full);
  return {
    "words and meaning": { order, trust: fitTrust("words and meaning", full, order) },
    "words alone": {
      order: fitOrderOf("words alone", words.sets, words),
      trust: fitTrust("words alone", full, order),
    },
  };
}

/** Fits both models without the queries and the catalogue of a set. */
export function fitWithout(set: string, measured: Readonly<Record<Means, Measurements>>): FittedModels {
  const without = (all: Measurements): Measurements => ({
    ...all,
    sets: all.sets.filter(({ name }) => name !== set),
    foreign: all.foreign.filter(({ catalogue, queriesOf }) => catalogue !== set && queriesOf !== set),
  });
  return fitModels({
    "words and meaning": without(measured["words and meaning"]),
    "words alone": without(measured["words alone"]),
  });
}

/** Fits how far words and meaning together are trusted, to the order that there is; everything else stays. */
export function refitTrust(
  { "words and meaning": full }: Readonly<Record<Means, Measurements>>,
  present: FittedModels,
): FittedModels {
  const { order } = present["words and meaning"];
  return { ...present, "words and meaning": { order, trust: fitTrust("words and meaning", full, order) } };
}

function fitTrust(means: Means, measured: Measurements, order: LinearModel): LinearModel {
  const recipe = trustRecipes[means];
  const samples = trustSamples(measured, order.weights, recipe);
  const { weights, bias } = fitLogOdds(samples, trustFeatures[means], recipe.decay);
  return { weights: weights.map(rounded), bias: rounded(bias) };
}

/** Adding 0 turns -0 into 0. */
function rounded(number: number): number {
  return Number(number.toFixed(decimals)) + 0;
}
