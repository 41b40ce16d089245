/**
 * The encoder: a BERT of any depth with heads of 32 numbers, in AssemblyScript. Everything between token numbers and
 * finished vectors happens here.
 *
 * Threads share the memory with the weights; each has an instance and scratch memory of its own. No instruction used
 * here may round differently on another machine, so a text's vector is the same everywhere.
 */
import { attend, attentionBytes } from "./attention";
import { addAndNormalise, gelu } from "./functions";
import { linear, linearBytes } from "./linear";
import { addWordAndPosition, pool, wordBytes } from "./words";

let layers: i32 = 0;
let width: i32 = 0;
let innerWidth: i32 = 0;
let vocabulary: i32 = 0;
let positions: i32 = 0;

/** Sets the shape of the model. Must be called before anything else. */
export function configure(
  layerCount: i32,
  modelWidth: i32,
  modelInnerWidth: i32,
  vocabularySize: i32,
  positionCount: i32,
): void {
  layers = layerCount;
  width = modelWidth;
  innerWidth = modelInnerWidth;
  vocabulary = vocabularySize;
  positions = positionCount;
}

function layerBytes(): i32 {
  return (
    linearBytes(width, width * 3) +
    linearBytes(width, width) +
    linearBytes(width, innerWidth) +
    linearBytes(innerWidth, width) +
    width * 16
  );
}

/** The size of the weights in memory. */
export function weightBytes(): i32 {
  return wordBytes(vocabulary, width) + positions * width * 4 + width * 8 + layers * layerBytes();
}

/** The size of the scratch memory for batches of up to `rows` tokens, a multiple of four. */
export function scratchBytes(rows: i32): i32 {
  return (
    rows * (width * 2 + max(innerWidth, width * 3)) * 4 +
    rows * max(innerWidth, width) * 2 +
    rows * 4 +
    attentionBytes(positions)
  );
}

/**
 * Encodes a batch of texts: `lengths` has their numbers of tokens, `tokens` the tokens of all of them, one text after
 * the other, at most `rows` together. One vector a text goes to `output`.
 */
export function encode(
  weights: usize,
  scratch: usize,
  rows: i32,
  tokens: usize,
  lengths: usize,
  texts: i32,
  output: usize,
): void {
  const hidden = scratch;
  const context = hidden + <usize>rows * width * 4;
  const wide = context + <usize>rows * width * 4;
  const tiles = wide + <usize>rows * max(innerWidth, width * 3) * 4;
  const scales = tiles + <usize>rows * max(innerWidth, width) * 2;
  const heads = scales + <usize>rows * 4;

  const positionRows = weights + wordBytes(vocabulary, width);
  const embeddingGains = positionRows + <usize>positions * width * 4;
  const rowBytes = <usize>width * 4;
  let used: i32 = 0;
  for (let text: i32 = 0; text < texts; text++) {
    const length = load<i32>(lengths + ((<usize>text) << 2));
    for (let place: i32 = 0; place < length; place++) {
      const row = hidden + <usize>used * rowBytes;
      const word = load<i32>(tokens + ((<usize>used) << 2));
      addWordAndPosition(weights, vocabulary, width, word, positionRows + <usize>place * rowBytes, row);
      addAndNormalise(row, 0, embeddingGains, width);
      used++;
    }
  }

  let layer = embeddingGains + <usize>width * 8;
  for (let index: i32 = 0; index < layers; index++) {
    linear(layer, width, width * 3, hidden, used, tiles, scales, wide);
    layer += linearBytes(width, width * 3);
    let first: usize = 0;
    for (let text: i32 = 0; text < texts; text++) {
      const length = load<i32>(lengths + ((<usize>text) << 2));
      attend(wide + first * rowBytes * 3, length, width, heads, context + first * rowBytes);
      first += length;
    }
    linear(layer, width, width, context, used, tiles, scales, wide);
    layer += linearBytes(width, width);
    for (let row: i32 = 0; row < used; row++) {
      addAndNormalise(hidden + <usize>row * rowBytes, wide + <usize>row * rowBytes, layer, width);
    }
    layer += <usize>width * 8;
    linear(layer, width, innerWidth, hidden, used, tiles, scales, wide);
    layer += linearBytes(width, innerWidth);
    gelu(wide, used * innerWidth);
    linear(layer, innerWidth, width, wide, used, tiles, scales, context);
    layer += linearBytes(innerWidth, width);
    for (let row: i32 = 0; row < used; row++) {
      addAndNormalise(hidden + <usize>row * rowBytes, context + <usize>row * rowBytes, layer, width);
    }
    layer += <usize>width * 8;
  }

  let first: usize = 0;
  for (let text: i32 = 0; text < texts; text++) {
    const length = load<i32>(lengths + ((<usize>text) << 2));
    pool(hidden + first * rowBytes, length, width, output + <usize>text * rowBytes);
    first += length;
  }
}
