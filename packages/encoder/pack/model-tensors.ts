import type { ModelShape } from "../src/weights/model-shape.ts";

/** A linear layer in floats. */
export interface LinearTensors {
  readonly inputs: number;
  readonly outputs: number;
  /** One row per output. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** A layer normalisation. */
export interface NormTensors {
  readonly gains: Float32Array;
  readonly biases: Float32Array;
}

/** One block of a transformer. */
export interface LayerTensors {
  /** Queries, keys and values, one after the other. The queries include the factor 1 / √(head width). */
  readonly attention: LinearTensors;
  readonly attentionOutput: LinearTensors;
  readonly attentionNorm: NormTensors;
  readonly inner: LinearTensors;
  readonly output: LinearTensors;
  readonly outputNorm: NormTensors;
}

/** A whole model in floats, before it is packed. */
export interface ModelTensors {
  readonly shape: ModelShape;
  /** One row per word piece. */
  readonly words: Float32Array;
  /** One row per position; the vector of the token type is added to each. */
  readonly positions: Float32Array;
  readonly embeddingNorm: NormTensors;
  readonly layers: readonly LayerTensors[];
}
