import { sumOf } from "./functions";

/** Numbers of a word row that share a scale. */
export const groupWidth: i32 = 32;

/** Bytes of the word rows: two numbers in a byte, then the scales of all groups in 16-bit floats. */
export function wordBytes(vocabulary: i32, width: i32): i32 {
  return (vocabulary * width) / 2 + ((vocabulary * (width / groupWidth) * 2 + 15) & ~15);
}

/** Writes the sum of a word row and a position row to `into`. */
export function addWordAndPosition(
  words: usize,
  vocabulary: i32,
  width: i32,
  word: i32,
  position: usize,
  into: usize,
): void {
  const groups = width / groupWidth;
  let numbers = words + <usize>word * (width >> 1);
  let scale = words + <usize>vocabulary * (width >> 1) + <usize>word * groups * 2;
  for (let group: i32 = 0; group < groups; group++) {
    const factor = f32x4.splat(widen(load<u16>(scale)));
    const packed = v128.load(numbers);
    // The first sixteen numbers of a group are in the low halves of the bytes, the others in the high ones; each is
    // stored plus eight.
    addSixteen(v128.and(packed, i8x16.splat(15)), factor, position, into);
    addSixteen(i8x16.shr_u(packed, 4), factor, position + 64, into + 64);
    numbers += 16;
    scale += 2;
    position += 128;
    into += 128;
  }
}

function addSixteen(bytes: v128, factor: v128, position: usize, into: usize): void {
  const numbers = i8x16.sub(bytes, i8x16.splat(8));
  const low = i16x8.extend_low_i8x16_s(numbers);
  const high = i16x8.extend_high_i8x16_s(numbers);
  addFour(i32x4.extend_low_i16x8_s(low), factor, position, into);
  addFour(i32x4.extend_high_i16x8_s(low), factor, position + 16, into + 16);
  addFour(i32x4.extend_low_i16x8_s(high), factor, position + 32, into + 32);
  addFour(i32x4.extend_high_i16x8_s(high), factor, position + 48, into + 48);
}

function addFour(numbers: v128, factor: v128, position: usize, into: usize): void {
  v128.store(into, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(numbers), factor), v128.load(position)));
}

/** A positive, normal 16-bit float, or zero. */
function widen(half: u32): f32 {
  return half === 0 ? 0 : reinterpret<f32>((half << 13) + 0x3800_0000);
}

/** Writes the mean direction of `tokens` rows to `into`, with length 1. */
export function pool(rows: usize, tokens: i32, width: i32, into: usize): void {
  const bytes = (<usize>width) << 2;
  let squares = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    let sum = f32x4.splat(0);
    let row = rows + at;
    for (let token: i32 = 0; token < tokens; token++) {
      sum = f32x4.add(sum, v128.load(row));
      row += bytes;
    }
    v128.store(into + at, sum);
    squares = f32x4.add(squares, f32x4.mul(sum, sum));
  }
  const total = sumOf(squares);
  const factor = f32x4.splat(total > 0 ? 1 / sqrt<f32>(total) : 0);
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(into + at, f32x4.mul(v128.load(into + at), factor));
  }
}
