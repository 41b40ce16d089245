import { fromHalf } from "../../pack/half-floats.ts";
import type { LayerTensors, LinearTensors, ModelTensors, NormTensors } from "../../pack/model-tensors.ts";
import { quantiseLinear } from "../../pack/quantise-linear.ts";
import { quantiseGroup } from "../../pack/quantise-words.ts";
import { wordGroup } from "../../src/weights/model-shape.ts";

const headWidth = 32;
type Rows = number[][];

/** A text's vector by plain loops in double precision: slow, and easy to compare with a textbook. */
export function encodeByReference(model: ModelTensors, tokens: readonly number[]): number[] {
  const { width } = model.shape;
  let rows: Rows = tokens.map((token, place) => {
    const word = model.words.subarray(token * width, (token + 1) * width);
    const position = model.positions.subarray(place * width, (place + 1) * width);
    return normalised(
      Array.from(word, (number, at) => number + (position[at] as number)),
      model.embeddingNorm,
    );
  });
  for (const layer of model.layers) {
    rows = encodeLayer(rows, layer, width);
  }
  const sum = rows.reduce((total, row) => total.map((number, at) => number + (row[at] as number)));
  const length = Math.hypot(...sum);
  return sum.map((number) => number / length);
}

function encodeLayer(rows: Rows, layer: LayerTensors, width: number): Rows {
  const mixed = attend(
    rows.map((row) => linear(row, layer.attention)),
    width,
  );
  const attended = rows.map((row, place) =>
    normalised(added(row, linear(mixed[place] as number[], layer.attentionOutput)), layer.attentionNorm),
  );
  return attended.map((row) => {
    const inner = linear(row, layer.inner).map(gelu);
    return normalised(added(row, linear(inner, layer.output)), layer.outputNorm);
  });
}

function attend(rows: Rows, width: number): Rows {
  return rows.map((row) =>
    Array.from({ length: width }, (_none, at) => {
      const first = at - (at % headWidth);
      const products = rows.map((other) => {
        let product = 0;
        for (let number = first; number < first + headWidth; number++) {
          product += (row[number] as number) * (other[width + number] as number);
        }
        return product;
      });
      const greatest = Math.max(...products);
      const shares = products.map((product) => Math.exp(product - greatest));
      const total = shares.reduce((sum, share) => sum + share, 0);
      return rows.reduce(
        (sum, other, place) => sum + ((shares[place] as number) / total) * (other[2 * width + at] as number),
        0,
      );
    }),
  );
}

function linear(row: readonly number[], { inputs, outputs, weights, biases }: LinearTensors): number[] {
  return Array.from({ length: outputs }, (_none, output) => {
    let sum = biases[output] as number;
    for (let input = 0; input < inputs; input++) {
      sum += (row[input] as number) * (weights[output * inputs + input] as number);
    }
    return sum;
  });
}

function added(row: readonly number[], other: readonly number[]): number[] {
  return row.map((number, at) => number + (other[at] as number));
}

function normalised(row: readonly number[], { gains, biases }: NormTensors): number[] {
  const mean = row.reduce((sum, number) => sum + number, 0) / row.length;
  const variance = row.reduce((sum, number) => sum + (number - mean) ** 2, 0) / row.length;
  return row.map(
    (number, at) => ((number - mean) / Math.sqrt(variance + 1e-12)) * (gains[at] as number) + (biases[at] as number),
  );
}

function gelu(number: number): number {
  return 0.5 * number * (1 + errorFunction(number / Math.SQRT2));
}

/** By its Maclaurin series; beyond 5 it is 1 to more digits than a double has. */
function errorFunction(x: number): number {
  if (Math.abs(x) > 5) {
    return Math.sign(x);
  }
  let term = x;
  let sum = x;
  for (let n = 1; n < 120; n++) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** The model that the packed file holds: every number as it is after rounding. */
export function roundedModel(model: ModelTensors): ModelTensors {
  const words = new Float32Array(model.words.length);
  for (let start = 0; start < words.length; start += wordGroup) {
    const { scale, numbers } = quantiseGroup(model.words.subarray(start, start + wordGroup));
    words.set(
      Float32Array.from(numbers, (number) => number * fromHalf(scale)),
      start,
    );
  }
  const layers = model.layers.map((layer) => ({
    ...layer,
    attention: roundedLinear(layer.attention),
    attentionOutput: roundedLinear(layer.attentionOutput),
    inner: roundedLinear(layer.inner),
    output: roundedLinear(layer.output),
  }));
  return { ...model, words, layers };
}

function roundedLinear(tensors: LinearTensors): LinearTensors {
  const { factors, scales, weights } = quantiseLinear(tensors);
  const { inputs } = tensors;
  const rounded = Float32Array.from(
    weights,
    (weight, at) => weight * (scales[Math.floor(at / inputs)] as number) * (factors[at % inputs] as number),
  );
  return { ...tensors, weights: rounded };
}
