import { rowProducts, transpose } from "./math/matrices.ts";

/** Small numbers make the nearest wrong texts count for more than the far ones. */
const temperature = 0.05;

export interface PairGradients {
  short: Float32Array;
  long: Float32Array;
}

/**
 * Gradients of a batch's loss, for vectors of length 1: every short text should be nearer to its own
 * long text than to the batch's others, and every long text to its own short one.
 */
export function pairGradients(short: Float32Array, long: Float32Array, dimensions: number): PairGradients {
  const count = short.length / dimensions;
  const scores = rowProducts(short, long, dimensions).map((product) => product / temperature);
  const forShort = shares(scores, count);
  const forLong = transpose(shares(transpose(scores, count), count), count);
  const slopes = forShort.map((share, index) => {
    const target = index % (count + 1) === 0 ? 2 : 0;
    return (share + forLong[index] - target) / (2 * count * temperature);
  });
  return {
    short: rowProducts(slopes, transpose(long, dimensions), count),
    long: rowProducts(transpose(slopes, count), transpose(short, dimensions), count),
  };
}

/** Softmax of each row. */
function shares(scores: Float32Array, width: number): Float32Array {
  const result = new Float32Array(scores.length);
  for (let start = 0; start < scores.length; start += width) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = start; index < start + width; index++) highest = Math.max(highest, scores[index]);
    let total = 0;
    for (let index = start; index < start + width; index++) {
      result[index] = Math.exp(scores[index] - highest);
      total += result[index];
    }
    for (let index = start; index < start + width; index++) result[index] /= total;
  }
  return result;
}
