import { featureCount } from "./measured-queries.ts";

/** Rows of features, one after the other. */
interface Rows {
  readonly features: Float64Array;
}

/** Keeps a feature that never changes from being divided by 0. */
const minDeviation = 1e-6;

/** The mean of a feature over all rows. */
export function mean(parts: readonly Rows[], feature: number): number {
  let sum = 0;
  let count = 0;
  for (const { features } of parts) {
    for (let place = feature; place < features.length; place += featureCount, count++) sum += features[place] as number;
  }
  return sum / Math.max(1, count);
}

/** The standard deviation of a feature over all rows. */
export function deviation(parts: readonly Rows[], feature: number): number {
  const centre = mean(parts, feature);
  let squares = 0;
  let count = 0;
  for (const { features } of parts) {
    for (let place = feature; place < features.length; place += featureCount, count++) {
      squares += ((features[place] as number) - centre) ** 2;
    }
  }
  return Math.sqrt(squares / Math.max(1, count)) + minDeviation;
}
