import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CodeMatrix } from "./code-matrix.ts";
import { eachNearSlot } from "./near-slots.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const rows = fc
  .integer({ min: 1, max: 300 })
  .chain((dimensions) =>
    fc.array(fc.int8Array({ minLength: dimensions, maxLength: dimensions }), { minLength: 1, maxLength: 10 }),
  );

describe("CodeMatrix", () => {
  it("counts the signs that differ, with the kernel as with plain loops", () => {
    fc.assert(
      fc.property(rows, (vectors) => {
        const query = vectors[0] as Int8Array;
        const expected = vectors.map(
          (row) => row.filter((number, index) => number > 0 !== (query[index] as number) > 0).length,
        );
        for (const plain of [true, false]) {
          const codes = new CodeMatrix(query.length, { plain });
          for (const [slot, row] of vectors.entries()) codes.set(slot, row);
          const { distances, counts } = codes.distances(query, vectors.length);
          expect([...distances]).toEqual(expected);
          expect([...counts]).toEqual(
            Array.from({ length: query.length + 1 }, (_, bits) => expected.filter((one) => one === bits).length),
          );
          const farthest = Math.max(0, Math.max(...expected) - 1);
          expect([...codes.within(farthest, vectors.length)]).toEqual(
            vectors.flatMap((_, slot) => ((expected[slot] as number) <= farthest ? [slot] : [])),
          );
        }
      }),
    );
  });

  it("keeps its codes while it grows, and after a search", () => {
    const codes = new CodeMatrix(64);
    const row = (slot: number) =>
      Int8Array.from({ length: 64 }, (_, index) => Math.round(100 * Math.sin(slot + index)));
    for (let slot = 0; slot < 20_000; slot++) {
      codes.set(slot, row(slot));
      if (slot % 4_000 === 0) codes.distances(row(0), slot + 1);
    }
    const { distances } = codes.distances(row(7), 20_000);
    expect(distances[7]).toBe(0);
    expect(distances[19_999]).toBeGreaterThan(0);
  });
});

describe("eachNearSlot", () => {
  const dimensions = 64;
  const slots = 3_000;
  const vectorOf = (seed: number) =>
    Float32Array.from({ length: dimensions }, (_, index) =>
      Math.sin(seed * 12.9898 + index * 78.233 * (1 + (seed % 7))),
    );
  const matrix = new VectorMatrix(dimensions);
  const codes = new CodeMatrix(dimensions);
  for (let slot = 0; slot < slots; slot++) {
    matrix.set(slot, vectorOf(slot));
    codes.set(slot, matrix.rowAt(slot));
  }

  function visited(looks: number): {
    readonly found: Map<number, number>;
    readonly mean: number;
    readonly deviation: number;
  } {
    const found = new Map<number, number>();
    matrix.setQuery(vectorOf(11));
    const spread = eachNearSlot(matrix, codes, { slots, tools: slots, looks }, (slot, product) => {
      found.set(slot, product);
      return Number.NEGATIVE_INFINITY;
    });
    return { found, ...spread };
  }

  it("looks at every slot of a small catalogue, with exact products", () => {
    const { found, mean, deviation } = visited(slots);
    const cosines = [...found.values()].map((product) => product * matrix.unit);
    const average = cosines.reduce((sum, one) => sum + one, 0) / slots;
    expect(found.size).toBe(slots);
    expect(mean).toBeCloseTo(average, 6);
    expect(deviation).toBeGreaterThan(0);
  });

  it("looks at the nearest slots of a large catalogue, at no fewer than were wanted, with exact products", () => {
    const all = visited(slots).found;
    const { found, mean, deviation } = visited(100);
    const best = [...all].sort(([, a], [, b]) => b - a)[0] as [number, number];
    expect(found.size).toBeGreaterThanOrEqual(100);
    expect(found.size).toBeLessThan(slots);
    expect(found.get(best[0])).toBe(best[1]);
    for (const [slot, product] of found) expect(product).toBe(all.get(slot));
    expect(Math.abs(mean)).toBeLessThan(1);
    expect(deviation).toBeGreaterThan(0);
  });

  it("measures a nonzero spread of an empty catalogue", () => {
    const few = new CodeMatrix(dimensions);
    const spread = eachNearSlot(matrix, few, { slots: 0, tools: 0, looks: 0 }, () => 0);
    expect(spread.deviation).toBeGreaterThan(0);
  });
});
