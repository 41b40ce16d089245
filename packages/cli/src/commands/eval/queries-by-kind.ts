import type { MeasuredQuery } from "./measure-queries.ts";

/** The places of the queries of each kind, kinds in alphabetical order; queries without a kind are in none. */
export function placesByKind(measured: readonly MeasuredQuery[]): readonly (readonly [string, readonly number[]])[] {
  const byKind = new Map<string, number[]>();
  for (const [place, { kind }] of measured.entries()) {
    if (kind !== undefined) {
      const places = byKind.get(kind) ?? [];
      places.push(place);
      byKind.set(kind, places);
    }
  }
  return [...byKind].toSorted(([left], [right]) => (left < right ? -1 : 1));
}
