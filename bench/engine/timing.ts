/** What a piece of work took. */
export interface Cost {
  readonly milliseconds: number;
  readonly kilobytes: number;
}

/** Does the work, and says what it took. */
export function timed<Result>(act: () => Result): Cost & { readonly result: Result } {
  const heapBefore = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const result = act();
  const milliseconds = performance.now() - startedAt;
  return { result, milliseconds, kilobytes: (process.memoryUsage().heapUsed - heapBefore) / 1024 };
}

/** `npm run bench:engine` gives the young generation room, so that little is collected while something is measured. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
