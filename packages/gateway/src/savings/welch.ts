/** Numbers of one side: how many, their mean, and the sum of squared deviations from it. */
export interface Sample {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

/** Summarises numbers in one pass (Welford). */
export function summarise(numbers: Iterable<number>): Sample {
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (const number of numbers) {
    count++;
    const before = number - mean;
    mean += before / count;
    squares += before * (number - mean);
  }
  return { count, mean, squares };
}

/** The difference of two means and its 95 % confidence interval, for samples of different variances. */
export function welchInterval(left: Sample, right: Sample): { mean: number; low: number; high: number } {
  const mean = left.mean - right.mean;
  const leftPart = left.squares / (left.count - 1) / left.count;
  const rightPart = right.squares / (right.count - 1) / right.count;
  const variance = leftPart + rightPart;
  if (variance === 0) return { mean, low: mean, high: mean };
  const freedom = variance ** 2 / (leftPart ** 2 / (left.count - 1) + rightPart ** 2 / (right.count - 1));
  const margin = studentQuantile(freedom) * Math.sqrt(variance);
  return { mean, low: mean - margin, high: mean + margin };
}

const normalQuantile = 1.959963984540054;

/**
 * The 97.5 % quantile of Student's distribution, expanded around the normal one (Abramowitz and Stegun, 26.7.5). Good to four digits
 * from ten degrees of freedom on.
 */
export function studentQuantile(freedom: number): number {
  const z = normalQuantile;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
