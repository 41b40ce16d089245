import type { Adagrad } from "./adagrad.ts";

/** Sums the gradients of one batch for the few rows of a table that the batch touches. */
export class GradientRows {
  readonly #dimensions: number;
  readonly #gradientOfRow = new Map<number, Float32Array>();
  readonly #spare: Float32Array[] = [];

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
  }

  add(rows: Int32Array, gradient: Float32Array): void {
    for (const row of rows) {
      const sum = this.#gradientOfRow.get(row) ?? this.#begin(row);
      for (let axis = 0; axis < sum.length; axis++) sum[axis] += gradient[axis];
    }
  }

  /** Moves the rows and forgets the gradients. */
  apply(adagrad: Adagrad, rate: number): void {
    for (const [row, gradient] of this.#gradientOfRow) {
      adagrad.move(row, gradient, rate);
      this.#spare.push(gradient);
    }
    this.#gradientOfRow.clear();
  }

  #begin(row: number): Float32Array {
    const gradient = this.#spare.pop()?.fill(0) ?? new Float32Array(this.#dimensions);
    this.#gradientOfRow.set(row, gradient);
    return gradient;
  }
}
