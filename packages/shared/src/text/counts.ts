const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with separators: `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** `1 tool`, `2 tools`. */
export function formatCountOf(count: number, singular: string, plural: string = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
