/** A mean with its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 2_000;
const seed = 20_261_119;

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** By resampling the values. */
export function estimateMean(values: readonly number[]): Estimate {
  return estimate(values, mean);
}

/** Of the sums of pairs, by resampling the pairs: what one task costs, once for each set-up. */
export function estimateRatio(pairs: readonly (readonly [value: number, reference: number])[]): Estimate {
  return estimate(pairs, (sample) => mean(sample.map(([value]) => value)) / mean(sample.map(([, other]) => other)));
}

function estimate<Item>(items: readonly Item[], of: (sample: readonly Item[]) => number): Estimate {
  if (items.length === 0) return { mean: 0, low: 0, high: 0 };
  const random = createRandom(seed);
  const sampled = Array.from({ length: resamples }, () =>
    of(items.map(() => items[Math.floor(random() * items.length)] as Item)),
  ).toSorted((one, other) => one - other);
  const at = (share: number) => sampled[Math.min(resamples - 1, Math.floor(share * resamples))] ?? 0;
  return { mean: of(items), low: at(0.025), high: at(0.975) };
}

/** mulberry32: the same numbers in every run. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
