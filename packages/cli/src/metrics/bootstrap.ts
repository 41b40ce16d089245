import { percentile } from "./percentile.ts";
import { createRandomSource } from "./random.ts";

/** The lower and the upper bound. */
export type Interval = readonly [number, number];

const resamples = 2000;
const seed = 20240229;

/**
 * The 95 % interval of the mean by the percentile bootstrap: the queries are drawn again, with repetition, many times.
 * The seed is fixed, so the same values always give the same interval. Null for no values.
 */
export function bootstrapInterval(values: readonly number[]): Interval | null {
  const random = createRandomSource(seed);
  const means = values.length === 0 ? [] : Array.from({ length: resamples }, () => resampledMean(values, random));
  const lower = percentile(means, 0.025);
  const upper = percentile(means, 0.975);
  return lower === null || upper === null ? null : [lower, upper];
}

function resampledMean(values: readonly number[], random: () => number): number {
  let total = 0;
  for (let draw = 0; draw < values.length; draw += 1) {
    total += values[Math.floor(random() * values.length)] ?? 0;
  }
  return total / values.length;
}
