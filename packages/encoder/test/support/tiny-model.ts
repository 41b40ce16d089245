import type { LinearTensors, ModelTensors, NormTensors } from "../../pack/model-tensors.ts";
import { packWeights } from "../../pack/pack-weights.ts";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789".split("");
/** Every word of ASCII letters and digits can be spelt with it. */
export const tinyVocabulary: readonly string[] = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  ...letters,
  ...letters.map((letter) => `##${letter}`),
  "send",
  "mail",
  "read",
  "file",
  ".",
  "?",
];

const shape = { layers: 2, width: 64, innerWidth: 128, vocabulary: tinyVocabulary.length, positions: 24 };

/** A model with random weights in the sizes that trained ones have, a few of them much larger. */
export function tinyModel(seed = 1): ModelTensors {
  const random = seededRandom(seed);
  const numbers = (count: number, size: number): Float32Array =>
    Float32Array.from({ length: count }, () => (random() + random() + random() - 1.5) * size);
  const linear = (inputs: number, outputs: number): LinearTensors => {
    const weights = numbers(inputs * outputs, 0.3);
    weights[Math.floor(random() * weights.length)] = 6;
    return { inputs, outputs, weights, biases: numbers(outputs, 0.2) };
  };
  const norm = (): NormTensors => ({
    gains: numbers(shape.width, 0.2).map((number) => number + 1),
    biases: numbers(shape.width, 0.2),
  });
  const { width, innerWidth } = shape;
  return {
    shape,
    words: numbers(shape.vocabulary * width, 0.1),
    positions: numbers(shape.positions * width, 0.02),
    embeddingNorm: norm(),
    layers: Array.from({ length: shape.layers }, () => ({
      attention: linear(width, 3 * width),
      attentionOutput: linear(width, width),
      attentionNorm: norm(),
      inner: linear(width, innerWidth),
      output: linear(innerWidth, width),
      outputNorm: norm(),
    })),
  };
}

export function tinyWeights(seed = 1): Uint8Array {
  return packWeights("tiny", tinyModel(seed), tinyVocabulary);
}

/** Numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
