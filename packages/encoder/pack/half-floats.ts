const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** A positive number as the bits of the nearest normal 16-bit float; what is too small becomes zero. */
export function toHalf(number: number): number {
  float[0] = number;
  const half = ((bits[0] as number) - 0x3800_0000 + 0x1000) >> 13;
  if (!(number >= 0) || half > 0x7bff) {
    throw new RangeError(`Expected a number from 0 to 65504, got ${number}.`);
  }
  return half < 0x400 ? 0 : half;
}

export function fromHalf(half: number): number {
  bits[0] = half === 0 ? 0 : (half << 13) + 0x3800_0000;
  return float[0] as number;
}
