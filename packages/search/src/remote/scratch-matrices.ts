import { SemanticMatrices } from "../semantic/semantic-matrices.ts";

const maxKept = 8;

/** Matrices for the tools of one search. They hold WebAssembly memories, which are too expensive to make for each. */
export class ScratchMatrices {
  readonly #free: SemanticMatrices[] = [];
  readonly #views: 1 | 3;

  constructor(views: 1 | 3) {
    this.#views = views;
  }

  /** Lends matrices with these rows while `use` runs. */
  async with<Value>(
    rows: readonly Int8Array[],
    use: (matrices: SemanticMatrices, slots: Uint32Array) => Promise<Value>,
  ): Promise<Value> {
    const dimensions = (rows[0]?.length ?? 0) / this.#views;
    const place = this.#free.findIndex((matrices) => matrices.dimensions === dimensions);
    const [kept] = place < 0 ? [] : this.#free.splice(place, 1);
    const matrices = kept ?? new SemanticMatrices(dimensions, this.#views);
    const slots = Uint32Array.from(rows.keys());
    const all = new Int8Array(rows.length * dimensions * this.#views);
    for (const [slot, row] of rows.entries()) {
      all.set(row, slot * dimensions * this.#views);
    }
    matrices.restore(slots, all);
    try {
      return await use(matrices, slots);
    } finally {
      for (const slot of slots) {
        matrices.clear(slot);
      }
      if (this.#free.length < maxKept) {
        this.#free.push(matrices);
      }
    }
  }
}
