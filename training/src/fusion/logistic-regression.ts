import type { LinearModel } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { deviation, mean } from "./column-statistics.ts";
import { featureCount } from "./measured-queries.ts";
import { solve } from "./solve.ts";

/** Rows that are all yes or all no; together they count `weight`, however many there are. */
export interface Sample {
  readonly features: Float64Array;
  readonly isYes: boolean;
  readonly weight: number;
}

/** Newton's method gets there in about ten steps; more change nothing. */
const steps = 25;

/** Fits the log-odds of yes. Features that are not named get the weight 0; the decay keeps the others small. */
export function fitLogOdds(samples: readonly Sample[], features: readonly number[], decay: number): LinearModel {
  const centres = features.map((feature) => mean(samples, feature));
  const scales = features.map((feature) => deviation(samples, feature));
  const size = features.length + 1;
  const fitted = new Float64Array(size);
  const row = new Float64Array(size).fill(1);
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    for (let column = 0; column < size; column++) {
      // The last column is the bias: its step is held back like the others', but nothing draws it to 0.
      if (column < features.length) gradient[column] = decay * fitted[column];
      curvature[column * size + column] = decay;
    }
    for (const { features: numbers, isYes, weight } of samples) {
      const rowWeight = weight / (numbers.length / featureCount);
      for (let start = 0; start < numbers.length; start += featureCount) {
        for (let column = 0; column < features.length; column++) {
          row[column] = (numbers[start + features[column]] - centres[column]) / scales[column];
        }
        addRow(row, isYes, rowWeight, fitted, gradient, curvature);
      }
    }
    const move = solve(curvature, gradient);
    for (let column = 0; column < size; column++) fitted[column] -= move[column];
  }
  const weights = new Array<number>(featureCount).fill(0);
  let bias = fitted[features.length];
  for (const [column, feature] of features.entries()) {
    weights[feature] = fitted[column] / scales[column];
    bias -= weights[feature] * centres[column];
  }
  return { weights, bias };
}

function addRow(
  row: Float64Array,
  isYes: boolean,
  weight: number,
  fitted: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const size = row.length;
  let logOdds = 0;
  for (let column = 0; column < size; column++) logOdds += row[column] * fitted[column];
  const probability = 1 / (1 + Math.exp(-logOdds));
  const slope = weight * (probability - (isYes ? 1 : 0));
  const bend = weight * probability * (1 - probability);
  for (let column = 0; column < size; column++) {
    gradient[column] += slope * row[column];
    for (let other = 0; other < size; other++) curvature[column * size + other] += bend * row[column] * row[other];
  }
}
