/** The size of an encoder. */
export interface ModelShape {
  readonly layers: number;
  /** Numbers in a vector; heads have 32 of them. */
  readonly width: number;
  /** Numbers between the two linear layers of a block. */
  readonly innerWidth: number;
  /** Word pieces. */
  readonly vocabulary: number;
  /** The largest number of tokens in a text. */
  readonly positions: number;
}

/** What each number of a shape may be; anything else is a broken or hostile file. */
export const shapeLimits: Readonly<Record<keyof ModelShape, { min: number; max: number; multipleOf: number }>> = {
  layers: { min: 1, max: 24, multipleOf: 1 },
  width: { min: 32, max: 1_024, multipleOf: 32 },
  innerWidth: { min: 32, max: 4_096, multipleOf: 32 },
  vocabulary: { min: 4, max: 250_000, multipleOf: 1 },
  positions: { min: 4, max: 512, multipleOf: 1 },
};

/** Numbers of a word row that share a scale. */
export const wordGroup = 32;
const floatBytes = 4;

/** Bytes of a linear layer: factors for its inputs, scales and biases of its outputs, weights. */
function linearBytes(inputs: number, outputs: number): number {
  return (inputs + 2 * outputs) * floatBytes + inputs * outputs;
}

/** Bytes of the word rows: two numbers in a byte, then a 16-bit scale for each group. */
function wordBytes({ vocabulary, width }: ModelShape): number {
  const scales = vocabulary * (width / wordGroup) * 2;
  return (vocabulary * width) / 2 + Math.ceil(scales / 16) * 16;
}

/** Bytes of all weights, in the order in which the kernel reads them. */
export function weightBytes(shape: ModelShape): number {
  const { layers, width, innerWidth, positions } = shape;
  const norm = 2 * width * floatBytes;
  const layer =
    linearBytes(width, 3 * width) +
    linearBytes(width, width) +
    linearBytes(width, innerWidth) +
    linearBytes(innerWidth, width) +
    2 * norm;
  return wordBytes(shape) + positions * width * floatBytes + norm + layers * layer;
}
