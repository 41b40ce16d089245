/** A time for the eye, with about three digits: "0.42 ms", "12 ms", "3.1 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) {
    return `${(milliseconds / 1000).toFixed(1)} s`;
  }
  return `${milliseconds >= 10 ? milliseconds.toFixed(0) : milliseconds.toFixed(2)} ms`;
}

/** Rounds a measurement for JSON: more digits than this are noise. */
export function roundTo(digits: number, value: number): number {
  return Number(value.toFixed(digits));
}
