const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with separators: `12,345`. */
export function formatCount(count: number): string {
  // Most counts are small, and formatting is slow enough to show in the time of a request.
  if (Number.isInteger(count) && count > 0 && count < 1_000) return String(count);
  return whole.format(count);
}

/** `1 tool`, `2 tools`. */
export function formatCountOf(count: number, singular: string, plural: string = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
