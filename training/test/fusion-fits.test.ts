import assert from "node:assert/strict";
import { test } from "node:test";
import { fitOrder } from "../src/fusion/fit-order.ts";
import { fitLogOdds } from "../src/fusion/logistic-regression.ts";
import { featureCount, type MeasuredQueries, MeasuredQueriesBuilder } from "../src/fusion/measured-queries.ts";
import type { MeasuredSet, Measurements } from "../src/fusion/measurements.ts";
import { recallOf } from "../src/fusion/recall.ts";
import { trustSamples } from "../src/fusion/trust-samples.ts";
import { seededRandom } from "../src/math/seeded-random.ts";

/** Queries with ten candidates, where the one with most of a telling feature is wanted. */
function queriesThatFollow(feature: number, seed: number): MeasuredQueries {
  const random = seededRandom(seed);
  const builder = new MeasuredQueriesBuilder();
  for (let query = 0; query < 60; query++) {
    const candidates = Array.from({ length: 10 }, () => Array.from({ length: featureCount }, random));
    const most = Math.max(...candidates.map((candidate) => candidate[feature] as number));
    for (const candidate of candidates) builder.addCandidate(candidate, candidate[feature] === most ? 1 : 0);
    builder.endQuery(1);
  }
  return builder.build();
}

test("an order learns which feature matters, and generalizes to unseen queries", () => {
  const weights = fitOrder([queriesThatFollow(3, 1), queriesThatFollow(3, 2)], [0, 3, 5]);
  assert.equal(weights.indexOf(Math.max(...weights)), 3);
  assert.ok(recallOf(queriesThatFollow(3, 3), weights).at1 > 0.9);
});

test("an order ignores features that it was not given", () => {
  const weights = fitOrder([queriesThatFollow(3, 1)], [0, 5]);
  assert.deepEqual(
    weights.flatMap((weight, feature) => (weight === 0 ? [] : [feature])),
    [0, 5],
  );
});

test("an order learns nothing from a query whose tool was not found", () => {
  const builder = new MeasuredQueriesBuilder();
  builder.addCandidate(new Array<number>(featureCount).fill(1), 0);
  builder.addCandidate(new Array<number>(featureCount).fill(0), 0);
  builder.endQuery(1);
  builder.endQuery(1);
  assert.deepEqual(fitOrder([builder.build()], [0, 1]), new Array<number>(featureCount).fill(0));
});

test("log-odds match the distribution that the answers were drawn from", () => {
  const random = seededRandom(4);
  const rows: { features: number[]; isYes: boolean }[] = Array.from({ length: 20_000 }, () => {
    const features = Array.from({ length: featureCount }, random);
    const logOdds = 4 * (features[2] as number) - 3 * (features[7] as number) - 1;
    return { features, isYes: random() < 1 / (1 + Math.exp(-logOdds)) };
  });
  const samples = [true, false].map((isYes) => {
    const ofKind = rows.filter((row) => row.isYes === isYes);
    return { features: Float64Array.from(ofKind.flatMap(({ features }) => features)), isYes, weight: ofKind.length };
  });
  const { weights, bias } = fitLogOdds(samples, [2, 7], 2);
  assert.ok(Math.abs((weights[2] as number) - 4) < 0.2);
  assert.ok(Math.abs((weights[7] as number) + 3) < 0.2);
  assert.ok(Math.abs(bias + 1) < 0.2);
});

test("sets count equally for trust, except those with their own share", () => {
  const queries = queriesThatFollow(3, 5);
  const set = (catalogue: string, queriesOf: string): MeasuredSet => ({
    name: `${queriesOf} → ${catalogue}`,
    catalogue,
    queriesOf,
    fitted: queries,
    aside: queries,
  });
  const everyday = { answerable: queries, learnt: queries, foreign: queries, unanswerable: queries, leftOut: queries };
  const half = { english: queries, otherLanguages: queries, unanswerable: queries };
  const measured: Measurements = {
    sets: [
      { ...set("a", "a"), name: "a" },
      { ...set("b", "b"), name: "b" },
    ],
    foreign: [set("a", "b"), set("b", "a")],
    everyday: { fitted: everyday, aside: everyday },
    tune: half,
    held: half,
  };
  const order = new Array<number>(featureCount).fill(1);
  const samples = trustSamples(measured, order, {
    weights: {
      answerable: 30,
      ownAnswerable: 10,
      foreign: 20,
      ownUnanswerable: 5,
      everydayAnswerable: 7,
      everydayLearnt: 3,
      everydayForeign: 4,
      everydayUnanswerable: 8,
      everydayLeftOut: 0,
    },
    isPaired: true,
    answerableShares: { a: 2 },
    foreignShares: { b: 3 },
    decay: 1,
  });
  assert.deepEqual(
    samples.map(({ isYes, weight }) => [isYes, weight]),
    [
      [true, 20],
      [true, 10],
      [true, 10],
      [false, 5],
      [false, 15],
      [false, 5],
      [true, 7],
      [true, 3],
      [false, 4],
      [false, 8],
    ],
  );
});
