/** The smallest measured value that `share` (0 to 1) of the values do not exceed (nearest rank); null for no values. */
export function percentile(values: readonly number[], share: number): number | null {
  const ordered = values.toSorted((left, right) => left - right);
  const position = Math.max(1, Math.ceil(share * ordered.length)) - 1;
  return ordered[position] ?? null;
}
