/** Numbers of a unit vector beyond this many times their usual size are cut off; there are next to none. */
const widestDeviation = 7;

/** The factor that turns a number of a unit vector into eight bits; the same for every vector of a length, so that products compare. */
export function quantisationScale(dimensions: number): number {
  return (127 * Math.sqrt(dimensions)) / widestDeviation;
}

/** Writes a vector's direction as eight-bit numbers. A vector without a direction becomes zeros. */
export function quantise(vector: Float32Array, into: Int8Array): void {
  // In two sums, as the kernel does with its two lanes: floating-point sums depend on their order.
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
    // Half a step away from zero, then without its fraction: the nearest whole number.
    const rounded = (number > 0 ? number + 0.5 : number - 0.5) | 0;
    into[index] = Math.max(-127, Math.min(127, rounded));
  }
}
