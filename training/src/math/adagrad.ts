/** Moves rows of a table against their gradients; numbers that have moved much move less (Adagrad). */
export class Adagrad {
  readonly #table: Float32Array;
  readonly #squares: Float32Array;

  constructor(table: Float32Array) {
    this.#table = table;
    this.#squares = new Float32Array(table.length);
  }

  /** Applies one gradient to the row with this number. */
  move(row: number, gradient: Float32Array, rate: number): void {
    const offset = row * gradient.length;
    for (let axis = 0; axis < gradient.length; axis++) {
      const slope = gradient[axis];
      const squares = this.#squares[offset + axis] + slope * slope;
      this.#squares[offset + axis] = squares;
      this.#table[offset + axis] -= (rate * slope) / (Math.sqrt(squares) + 1e-8);
    }
  }
}
