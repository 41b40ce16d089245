import { quantisationScale, quantise } from "./quantise.ts";
import { kernelOn, type VectorKernel } from "./vector-kernel.ts";

const pageSize = 65_536;
const step = 16;

/**
 * One vector per slot, in eight bits, with cosines to a query. Cosines are computed in integers, so they do not depend
 * on the order in which anything was added. Uses WebAssembly SIMD, or plain loops with the same results.
 */
export class VectorMatrix {
  readonly dimensions: number;
  /** Converts a product to a cosine. */
  readonly unit: number;
  readonly #paddedDimensions: number;
  readonly #rowsStart: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: VectorKernel | undefined;
  #capacity = 0;
  #rows: Int8Array;
  #query: Int16Array;
  readonly #vectorStart: number;
  readonly #directionStart: number;
  #vector: Float32Array;

  constructor(dimensions: number, options: { readonly plain?: boolean } = {}) {
    this.dimensions = dimensions;
    this.unit = 1 / quantisationScale(dimensions) ** 2;
    this.#paddedDimensions = Math.ceil(dimensions / step) * step;
    // The layout: the query in 16 bits, a vector before its conversion to eight, the query in eight, and then the rows.
    this.#vectorStart = this.#paddedDimensions * 2;
    this.#directionStart = this.#vectorStart + this.#paddedDimensions * Float32Array.BYTES_PER_ELEMENT;
    this.#rowsStart = this.#directionStart + this.#paddedDimensions;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#rowsStart / pageSize) });
    this.#kernel = options.plain === true ? undefined : kernelOn(this.#memory);
    this.#rows = new Int8Array(this.#memory.buffer);
    this.#query = new Int16Array(this.#memory.buffer, 0, this.#paddedDimensions);
    this.#vector = new Float32Array(this.#memory.buffer, this.#vectorStart, dimensions);
  }

  set(slot: number, vector: Float32Array): void {
    this.#ensure(slot + 1);
    this.#quantise(vector, this.#rowsStart + slot * this.#paddedDimensions);
  }

  clear(slot: number): void {
    if (slot < this.#capacity) {
      this.rowAt(slot).fill(0);
    }
  }

  /** The eight-bit values of a slot, for reading and for snapshots. */
  rowAt(slot: number): Int8Array {
    this.#ensure(slot + 1);
    const start = this.#rowsStart + slot * this.#paddedDimensions;
    return this.#rows.subarray(start, start + this.dimensions);
  }

  /** The query's values. */
  get query(): Int16Array {
    return this.#query.subarray(0, this.dimensions);
  }

  /** Sets the query for the following products. */
  setQuery(vector: Float32Array): void {
    this.#quantise(vector, this.#directionStart);
    this.#query.set(this.#rows.subarray(this.#directionStart, this.#rowsStart));
  }

  /** Copies the query of another matrix with the same vector length. */
  useQueryOf(other: VectorMatrix): void {
    this.#query.set(other.#query);
  }

  /** The product of the query with one slot; multiplied by `unit` it is the cosine. */
  product(slot: number): number {
    if (slot >= this.#capacity) {
      return 0;
    }
    const row = this.#rowsStart + slot * this.#paddedDimensions;
    return this.#kernel === undefined ? this.#plainProduct(row) : this.#kernel.dot(row, 0, this.#paddedDimensions);
  }

  /** The products of the query with the first slots; valid until the next call. */
  products(slots: number): Int32Array {
    this.#ensure(slots);
    const resultsStart = this.#rowsStart + this.#capacity * this.#paddedDimensions;
    const results = new Int32Array(this.#memory.buffer, resultsStart, slots);
    if (this.#kernel === undefined) {
      for (let slot = 0; slot < slots; slot++) {
        results[slot] = this.#plainProduct(this.#rowsStart + slot * this.#paddedDimensions);
      }
    } else {
      this.#kernel.dots(this.#rowsStart, slots, 0, this.#paddedDimensions, resultsStart);
    }
    return results;
  }

  /** The products of the query with these slots, in order; valid until the next call. */
  productsOf(slots: Int32Array): Int32Array {
    let most = 0;
    for (let index = 0; index < slots.length; index++) {
      most = Math.max(most, (slots[index] as number) + 1);
    }
    // Each slot at most once, so there are never more of them than rows.
    this.#ensure(Math.max(most, slots.length));
    const resultsStart = this.#rowsStart + this.#capacity * this.#paddedDimensions;
    const results = new Int32Array(this.#memory.buffer, resultsStart, slots.length);
    if (this.#kernel === undefined) {
      for (let index = 0; index < slots.length; index++) {
        results[index] = this.#plainProduct(this.#rowsStart + (slots[index] as number) * this.#paddedDimensions);
      }
    } else {
      results.set(slots);
      this.#kernel.dotsAt(this.#rowsStart, slots.length, 0, this.#paddedDimensions, resultsStart);
    }
    return results;
  }

  #quantise(vector: Float32Array, start: number): void {
    if (this.#kernel === undefined) {
      quantise(vector, this.#rows.subarray(start, start + this.dimensions));
    } else {
      this.#vector.set(vector);
      this.#kernel.quantise(this.#vectorStart, start, this.#paddedDimensions, quantisationScale(this.dimensions));
    }
  }

  #plainProduct(row: number): number {
    const rows = this.#rows;
    const query = this.#query;
    let sum = 0;
    for (let index = 0; index < this.dimensions; index++) {
      sum += (rows[row + index] as number) * (query[index] as number);
    }
    return sum;
  }

  #ensure(slots: number): void {
    if (slots <= this.#capacity) {
      return;
    }
    const capacity = Math.max(slots, Math.ceil(this.#capacity * 1.5), 64);
    const bytes = this.#rowsStart + capacity * (this.#paddedDimensions + Int32Array.BYTES_PER_ELEMENT);
    const missingPages = Math.ceil((bytes - this.#memory.buffer.byteLength) / pageSize);
    if (missingPages > 0) {
      this.#memory.grow(missingPages);
      this.#rows = new Int8Array(this.#memory.buffer);
      this.#query = new Int16Array(this.#memory.buffer, 0, this.#paddedDimensions);
      this.#vector = new Float32Array(this.#memory.buffer, this.#vectorStart, this.dimensions);
    }
    // The last results are where the new rows will be.
    this.#rows.fill(
      0,
      this.#rowsStart + this.#capacity * this.#paddedDimensions,
      this.#rowsStart + capacity * this.#paddedDimensions,
    );
    this.#capacity = capacity;
  }
}
