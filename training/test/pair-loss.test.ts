import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../src/math/seeded-random.ts";
import { normaliseRows } from "../src/math/vectors.ts";
import { pairGradients } from "../src/pair-loss.ts";

test("the gradients of a batch agree with small changes of its loss", () => {
  const dimensions = 8;
  const count = 4;
  const random = seededRandom(7);
  const short = Float32Array.from({ length: count * dimensions }, () => random() - 0.5);
  const long = Float32Array.from({ length: count * dimensions }, () => random() - 0.5);
  normaliseRows(short, dimensions);
  normaliseRows(long, dimensions);
  const gradients = pairGradients(short, long, dimensions);
  for (const [vectors, gradient] of [
    [short, gradients.short],
    [long, gradients.long],
  ] as const) {
    for (const index of [0, 5, 13, 31]) {
      const change = 1e-3;
      const kept = vectors[index] as number;
      vectors[index] = kept + change;
      const above = pairLoss(short, long, dimensions);
      vectors[index] = kept - change;
      const below = pairLoss(short, long, dimensions);
      vectors[index] = kept;
      assert.ok(Math.abs((above - below) / (2 * change) - (gradient[index] as number)) < 0.02);
    }
  }
});

/** The loss written out: cross entropy over cosines at temperature 0.05, in both directions. */
function pairLoss(short: Float32Array, long: Float32Array, dimensions: number): number {
  const count = short.length / dimensions;
  const score = (i: number, j: number) => {
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      sum += (short[i * dimensions + axis] as number) * (long[j * dimensions + axis] as number);
    }
    return sum / 0.05;
  };
  let loss = 0;
  for (let i = 0; i < count; i++) {
    const others = Array.from({ length: count }, (_, j) => j);
    loss += Math.log(others.reduce((sum, j) => sum + Math.exp(score(i, j)), 0)) - score(i, i);
    loss += Math.log(others.reduce((sum, j) => sum + Math.exp(score(j, i)), 0)) - score(i, i);
  }
  return loss / (2 * count);
}
