/** The arithmetic mean; null where there is nothing to average. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}
