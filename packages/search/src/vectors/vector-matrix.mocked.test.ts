import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { quantise } from "./quantise.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const dimensionsAndVectors = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    vectors: fc.array(
      fc.float32Array({ minLength: dimensions, maxLength: dimensions, noNaN: true, noDefaultInfinity: true }),
      {
        minLength: 1,
        maxLength: 20,
      },
    ),
  }),
);

function numbered(dimensions: number, seed: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, index) => Math.sin(seed * 31 + index * 7));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (const [index, number] of a.entries()) {
    product += number * (b[index] as number);
    squaresOfA += number * number;
    squaresOfB += (b[index] as number) ** 2;
  }
  return product / Math.sqrt(squaresOfA * squaresOfB);
}

describe("VectorMatrix", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("gives the same products with the kernel as with plain loops, for every length", () => {
    fc.assert(
      fc.property(dimensionsAndVectors, ({ dimensions, vectors }) => {
        const matrices = [new VectorMatrix(dimensions), new VectorMatrix(dimensions, { plain: true })] as const;
        for (const matrix of matrices) {
          for (const [slot, vector] of vectors.entries()) matrix.set(slot, vector);
          matrix.setQuery(vectors[0] as Float32Array);
        }
        const [kernel, plain] = matrices.map((matrix) => [...matrix.products(vectors.length)]);
        expect(kernel).toEqual(plain);
        const single = vectors.map((_, slot) => matrices[0].product(slot));
        expect(single).toEqual(plain);
      }),
    );
  });

  it.each([3, 16, 24, 256])("approximates the cosine of vectors of length %i", (dimensions) => {
    const matrix = new VectorMatrix(dimensions);
    const query = numbered(dimensions, 1);
    matrix.setQuery(query);
    for (let slot = 0; slot < 50; slot++) {
      const vector = numbered(dimensions, slot);
      matrix.set(slot, vector);
      expect(matrix.product(slot) * matrix.unit).toBeCloseTo(cosine(query, vector), 1);
    }
  });

  it("keeps rows and query while it grows over many pages", () => {
    const matrix = new VectorMatrix(100);
    matrix.setQuery(numbered(100, 3));
    matrix.set(0, numbered(100, 0));
    const row = [...matrix.rowAt(0)];
    const before = matrix.product(0);
    for (let slot = 1; slot < 3_000; slot++) {
      if (slot % 500 === 0) matrix.products(slot);
      matrix.set(slot, numbered(100, slot));
    }
    expect([...matrix.rowAt(0)]).toEqual(row);
    expect(matrix.product(0)).toBe(before);
    const fresh = new VectorMatrix(100, { plain: true });
    fresh.setQuery(numbered(100, 3));
    for (let slot = 0; slot < 3_000; slot++) fresh.set(slot, numbered(100, slot));
    expect([...matrix.products(3_000)]).toEqual([...fresh.products(3_000)]);
  });

  it("has zeros in slots that are cleared or were never set", () => {
    const matrix = new VectorMatrix(20);
    matrix.setQuery(numbered(20, 1));
    matrix.set(2, numbered(20, 1));
    expect(matrix.product(2)).toBeGreaterThan(0);
    matrix.clear(2);
    matrix.clear(99_999);
    expect([...matrix.products(5)]).toEqual([0, 0, 0, 0, 0]);
    expect(matrix.product(99_999)).toBe(0);
  });

  it("accepts the query of another matrix", () => {
    const [one, other] = [new VectorMatrix(20), new VectorMatrix(20)];
    other.setQuery(numbered(20, 1));
    one.set(0, numbered(20, 1));
    one.useQueryOf(other);
    other.set(0, numbered(20, 1));
    expect(one.product(0)).toBe(other.product(0));
    expect([...one.query]).toEqual([...other.query]);
  });

  it("gives the same products without WebAssembly", async () => {
    const usual = new VectorMatrix(32);
    vi.stubGlobal("WebAssembly", { Memory: WebAssembly.Memory, Module: () => undefined });
    vi.resetModules();
    const { VectorMatrix: OtherMatrix } = await import("./vector-matrix.ts");
    const other = new OtherMatrix(32);
    for (const matrix of [usual, other]) {
      matrix.set(0, numbered(32, 5));
      matrix.setQuery(numbered(32, 6));
    }
    expect(other.product(0)).toBe(usual.product(0));
    expect([...other.products(1)]).toEqual([...usual.products(1)]);
  });
});

describe("quantise", () => {
  it("encodes the direction of any length, and zeros for a zero vector", () => {
    const [long, short, none] = [new Int8Array(3), new Int8Array(3), new Int8Array(3).fill(9)];
    quantise(new Float32Array([3e30, -4e30, 0]), long);
    quantise(new Float32Array([3e-30, -4e-30, 0]), short);
    quantise(new Float32Array(3), none);
    expect([...long]).toEqual([...short]);
    expect(long[0]).toBeGreaterThan(0);
    expect(long[1]).toBeLessThan(-(long[0] as number));
    expect([...none]).toEqual([0, 0, 0]);
  });
});
