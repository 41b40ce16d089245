import type { Vectors } from "../embedding/embedder.ts";
import { CodeMatrix } from "../vectors/code-matrix.ts";
import { VectorMatrix } from "../vectors/vector-matrix.ts";

/** The three views of every tool as vectors. They are one matrix if the embedder takes one text per tool. */
export class SemanticMatrices {
  readonly dimensions: number;
  readonly name: VectorMatrix;
  readonly opening: VectorMatrix;
  readonly whole: VectorMatrix;
  /** The signs of the whole view, for catalogues too large to compare every tool exactly. */
  readonly codes: CodeMatrix;
  /** The matrices in the order of a tool's vectors. */
  readonly #views: readonly VectorMatrix[];

  constructor(dimensions: number, views: 1 | 3) {
    this.dimensions = dimensions;
    this.whole = new VectorMatrix(dimensions);
    this.name = views === 1 ? this.whole : new VectorMatrix(dimensions);
    this.opening = views === 1 ? this.whole : new VectorMatrix(dimensions);
    this.codes = new CodeMatrix(dimensions);
    this.#views = views === 1 ? [this.whole] : [this.name, this.opening, this.whole];
  }

  set(slot: number, vectors: Vectors): void {
    for (const [view, matrix] of this.#views.entries()) {
      matrix.set(slot, vectors[view] as Float32Array);
    }
    this.codes.set(slot, this.whole.rowAt(slot));
  }

  clear(slot: number): void {
    for (const matrix of this.#views) {
      matrix.clear(slot);
    }
    this.codes.set(slot, this.whole.rowAt(slot));
  }

  /** The rows of these slots for a snapshot, the views of each one after the other. */
  rowsOf(slots: Uint32Array): Int8Array {
    const { dimensions } = this;
    const rows = new Int8Array(slots.length * this.#views.length * dimensions);
    for (const [index, slot] of slots.entries()) {
      for (const [view, matrix] of this.#views.entries()) {
        rows.set(matrix.rowAt(slot), (index * this.#views.length + view) * dimensions);
      }
    }
    return rows;
  }

  /** Sets the rows from `rowsOf`. */
  restore(slots: Uint32Array, rows: Int8Array): void {
    const { dimensions } = this;
    for (const [index, slot] of slots.entries()) {
      for (const [view, matrix] of this.#views.entries()) {
        const start = (index * this.#views.length + view) * dimensions;
        matrix.rowAt(slot).set(rows.subarray(start, start + dimensions));
      }
      this.codes.set(slot, this.whole.rowAt(slot));
    }
  }
}
