import { roundingShift } from "./functions";

/**
 * The linear layers: 16-bit inputs times 8-bit weights, summed in 32 bits.
 *
 * `i32x4.dot_i16x8_s` multiplies pairs, so everything is stored in pairs of inputs. A tile has four rows of inputs and
 * eight outputs: its eight sums stay in registers, and neither operand needs a shuffle.
 */

/** Rows of inputs in a tile. */
export const tileRows: i32 = 4;
/** Outputs in a tile. */
export const tileOutputs: i32 = 8;

/** The largest sum of products that 32 bits hold, with weights up to 127. */
const maxInputSum: i32 = 16_909_320;

/** Inputs are scaled to at most this, so that no sum of `inputs` products overflows. */
function maxInput(inputs: i32): f32 {
  return <f32>min(32_767, maxInputSum / inputs);
}

/** Bytes of a layer: factors for its inputs, scales and biases of its outputs, weights. */
export function linearBytes(inputs: i32, outputs: i32): i32 {
  return inputs * 4 + outputs * 8 + inputs * outputs;
}

/**
 * Writes a row of 32-bit floats, times the layer's factor for each input, as 16-bit integers into its place in the
 * tiles at `tiles`, and returns the scale that turns them back.
 */
function quantiseRow(row: usize, factors: usize, inputs: i32, tiles: usize, index: i32): f32 {
  let largest = f32x4.splat(0);
  const bytes = (<usize>inputs) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    largest = f32x4.pmax(largest, f32x4.abs(f32x4.mul(v128.load(row + at), v128.load(factors + at))));
  }
  const maximum = max(
    max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)),
    max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)),
  );
  const limit = maxInput(inputs);
  const factor = f32x4.splat(maximum > 0 ? limit / maximum : 0);
  // Four rows lie side by side, a pair of inputs of each in turn.
  let into = tiles + <usize>(index & ~3) * ((<usize>inputs) << 1) + ((<usize>(index & 3)) << 2);
  for (let at: usize = 0; at < bytes; at += 32) {
    const low = f32x4.mul(f32x4.mul(v128.load(row + at), v128.load(factors + at)), factor);
    const high = f32x4.mul(f32x4.mul(v128.load(row + at, 16), v128.load(factors + at, 16)), factor);
    const pairs = i16x8.narrow_i32x4_s(rounded(low), rounded(high));
    v128.store_lane<i32>(into, pairs, 0);
    v128.store_lane<i32>(into, pairs, 1, 16);
    v128.store_lane<i32>(into, pairs, 2, 32);
    v128.store_lane<i32>(into, pairs, 3, 48);
    into += 64;
  }
  return maximum / limit;
}

function rounded(x: v128): v128 {
  const shift = f32x4.splat(roundingShift);
  return i32x4.sub(f32x4.add(x, shift), shift);
}

/**
 * `output = input × weights + bias` for `rows` rows of 32-bit floats. `tiles` and `scales` are scratch for the inputs
 * in 16 bits. Both buffers, and `output`, have room for a whole number of tiles.
 */
export function linear(
  layer: usize,
  inputs: i32,
  outputs: i32,
  input: usize,
  rows: i32,
  tiles: usize,
  scales: usize,
  output: usize,
): void {
  for (let row: i32 = 0; row < rows; row++) {
    const scale = quantiseRow(input + ((<usize>row * inputs) << 2), layer, inputs, tiles, row);
    store<f32>(scales + ((<usize>row) << 2), scale);
  }
  let weightScales = layer + ((<usize>inputs) << 2);
  const weights = weightScales + ((<usize>outputs) << 3);
  const panelBytes = <usize>inputs * tileOutputs;
  const tileBytes = (<usize>inputs) << 3;
  const stride = (<usize>outputs) << 2;
  const panelsEnd = weights + <usize>inputs * outputs;
  const tilesEnd = tiles + tileBytes * ((rows + tileRows - 1) / tileRows);
  let outputPanel = output;
  for (let panel = weights; panel < panelsEnd; panel += panelBytes) {
    const scale0 = v128.load(weightScales);
    const scale1 = v128.load(weightScales, 16);
    const bias0 = v128.load(weightScales + stride);
    const bias1 = v128.load(weightScales + stride, 16);
    let into = outputPanel;
    let rowScales = scales;
    for (let tile = tiles; tile < tilesEnd; tile += tileBytes) {
      multiplyTile(tile, panel, panel + panelBytes, into, stride, rowScales, scale0, scale1, bias0, bias1);
      into += stride << 2;
      rowScales += 16;
    }
    weightScales += 32;
    outputPanel += 32;
  }
}

/** The eight outputs of one panel of weights for four rows. */
function multiplyTile(
  tile: usize,
  panel: usize,
  panelEnd: usize,
  into: usize,
  stride: usize,
  rowScales: usize,
  scale0: v128,
  scale1: v128,
  bias0: v128,
  bias1: v128,
): void {
  let a0 = i32x4.splat(0);
  let a1 = i32x4.splat(0);
  let b0 = i32x4.splat(0);
  let b1 = i32x4.splat(0);
  let c0 = i32x4.splat(0);
  let c1 = i32x4.splat(0);
  let d0 = i32x4.splat(0);
  let d1 = i32x4.splat(0);
  do {
    let w0 = v128.load_ext<i8>(panel);
    let w1 = v128.load_ext<i8>(panel, 8);
    let x = v128.load_splat<i32>(tile);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w0));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w1));
    x = v128.load_splat<i32>(tile, 4);
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x, w0));
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x, w1));
    x = v128.load_splat<i32>(tile, 8);
    c0 = i32x4.add(c0, i32x4.dot_i16x8_s(x, w0));
    c1 = i32x4.add(c1, i32x4.dot_i16x8_s(x, w1));
    x = v128.load_splat<i32>(tile, 12);
    d0 = i32x4.add(d0, i32x4.dot_i16x8_s(x, w0));
    d1 = i32x4.add(d1, i32x4.dot_i16x8_s(x, w1));

    w0 = v128.load_ext<i8>(panel, 16);
    w1 = v128.load_ext<i8>(panel, 24);
    x = v128.load_splat<i32>(tile, 16);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w0));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w1));
    x = v128.load_splat<i32>(tile, 20);
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x, w0));
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x, w1));
    x = v128.load_splat<i32>(tile, 24);
    c0 = i32x4.add(c0, i32x4.dot_i16x8_s(x, w0));
    c1 = i32x4.add(c1, i32x4.dot_i16x8_s(x, w1));
    x = v128.load_splat<i32>(tile, 28);
    d0 = i32x4.add(d0, i32x4.dot_i16x8_s(x, w0));
    d1 = i32x4.add(d1, i32x4.dot_i16x8_s(x, w1));

    panel += 32;
    tile += 32;
  } while (panel < panelEnd);
  writeOutputs(into, v128.load_splat<f32>(rowScales), a0, a1, scale0, scale1, bias0, bias1);
  into += stride;
  writeOutputs(into, v128.load_splat<f32>(rowScales, 4), b0, b1, scale0, scale1, bias0, bias1);
  into += stride;
  writeOutputs(into, v128.load_splat<f32>(rowScales, 8), c0, c1, scale0, scale1, bias0, bias1);
  into += stride;
  writeOutputs(into, v128.load_splat<f32>(rowScales, 12), d0, d1, scale0, scale1, bias0, bias1);
}

function writeOutputs(
  into: usize,
  rowScale: v128,
  sum0: v128,
  sum1: v128,
  scale0: v128,
  scale1: v128,
  bias0: v128,
  bias1: v128,
): void {
  v128.store(into, f32x4.add(f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sum0), rowScale), scale0), bias0));
  v128.store(into, f32x4.add(f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sum1), rowScale), scale1), bias1), 16);
}
