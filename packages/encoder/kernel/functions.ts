/**
 * A float plus this has no room for a fraction: it is rounded to the nearest integer, which is then in its low bits.
 * Much faster than the conversion instructions, which have to care about NaN and overflow.
 */
export const roundingShift: f32 = 12_582_912;

/** Four exponentials at once: e^x = 2^n · e^r, with |r| ≤ ln 2 / 2 and a polynomial for e^r (relative error 2e-7). */
export function exponential(x: v128): v128 {
  const clamped = f32x4.pmax(f32x4.splat(-87), f32x4.pmin(f32x4.splat(88), x));
  const shifted = f32x4.add(f32x4.mul(clamped, f32x4.splat(<f32>Math.LOG2E)), f32x4.splat(roundingShift));
  const n = f32x4.sub(shifted, f32x4.splat(roundingShift));
  // ln 2 in two parts: the first is exact times any n.
  let r = f32x4.sub(clamped, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.98756915e-4);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
  p = f32x4.add(f32x4.add(f32x4.mul(p, f32x4.mul(r, r)), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(shifted, i32x4.splat(127)), 23);
  return f32x4.mul(p, power);
}

/**
 * GELU of `count` numbers in place: x · Φ(x), with the error function by Abramowitz and Stegun 7.1.26 (absolute error
 * 1.5e-7).
 */
export function gelu(numbers: usize, count: i32): void {
  const end = numbers + ((<usize>count) << 2);
  for (let at = numbers; at < end; at += 16) {
    const x = v128.load(at);
    const z = f32x4.mul(f32x4.abs(x), f32x4.splat(<f32>Math.SQRT1_2));
    const t = f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), f32x4.mul(z, f32x4.splat(0.3275911))));
    let p = f32x4.splat(1.061405429);
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-1.453152027));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.421413741));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.284496736));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.254829592));
    // Half of 1 − erf|z|: the weight of the tail.
    const tail = f32x4.mul(f32x4.mul(f32x4.mul(p, t), f32x4.splat(0.5)), exponential(f32x4.neg(f32x4.mul(z, z))));
    const isNegative = f32x4.lt(x, f32x4.splat(0));
    const share = v128.bitselect(tail, f32x4.sub(f32x4.splat(1), tail), isNegative);
    v128.store(at, f32x4.mul(x, share));
  }
}

/** The sum of four lanes. */
export function sumOf(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

/** Layer normalisation of a row in place, after adding `added` to it (0: nothing). Gains, then biases, are at `gains`. */
export function addAndNormalise(row: usize, added: usize, gains: usize, width: i32): void {
  const bytes = (<usize>width) << 2;
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    let x = v128.load(row + at);
    if (added !== 0) x = f32x4.add(x, v128.load(added + at));
    v128.store(row + at, x);
    sum = f32x4.add(sum, x);
  }
  const mean = f32x4.splat(sumOf(sum) / <f32>width);
  let squares = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = f32x4.sub(v128.load(row + at), mean);
    squares = f32x4.add(squares, f32x4.mul(x, x));
  }
  const factor = f32x4.splat(1 / sqrt<f32>(sumOf(squares) / <f32>width + 1e-12));
  const biases = gains + bytes;
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = f32x4.mul(f32x4.sub(v128.load(row + at), mean), factor);
    v128.store(row + at, f32x4.add(f32x4.mul(x, v128.load(gains + at)), v128.load(biases + at)));
  }
}
