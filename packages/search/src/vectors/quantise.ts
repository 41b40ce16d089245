/** Values of a unit vector beyond this many times their usual size are clipped; there are almost none. */
const widestDeviation = 7;

/**
 * The factor that scales a value of a unit vector to eight bits; the same for every vector of a length, so that
 * products are comparable.
 */
export function quantisationScale(dimensions: number): number {
  return (127 * Math.sqrt(dimensions)) / widestDeviation;
}

/** Writes a vector's direction as eight-bit integers. A zero vector stays zeros. */
export function quantise(vector: Float32Array, into: Int8Array): void {
  // Two sums, like the kernel's two lanes: floating-point sums depend on their order.
  let even = 0;
  let odd = 0;
  for (let index = 0; index < vector.length; index += 2) {
    const first = vector[index] as number;
    const second = vector[index + 1] ?? 0;
    even += first * first;
    odd += second * second;
  }
  const squares = even + odd;
  const factor = squares > 0 ? quantisationScale(vector.length) / Math.sqrt(squares) : 0;
  for (let index = 0; index < vector.length; index++) {
    const number = (vector[index] as number) * factor;
    // Rounds to the nearest integer: adds half a step away from zero, then truncates.
    const rounded = (number > 0 ? number + 0.5 : number - 0.5) | 0;
    into[index] = Math.max(-127, Math.min(127, rounded));
  }
}
