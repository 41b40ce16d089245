import type {
  LayerTensors,
  LinearTensors,
  ModelTensors,
  NormTensors,
} from "../../../packages/encoder/pack/model-tensors.ts";
import type { NpzArray } from "./read-npz.ts";

const headWidth = 32;
const inputsPerScale = 64;

/**
 * The tensors of a BERT with the names of Hugging Face's BertModel: `f:NAME` in floats, or `q:NAME` in eight bits with
 * `s:NAME`, a scale for every 64 inputs.
 */
export function bertTensors(arrays: ReadonlyMap<string, NpzArray>): ModelTensors {
  const read = (name: string): Float32Array => readTensor(arrays, name);
  const words = shapeOf(arrays, "embeddings.word_embeddings.weight");
  const positionCount = shapeOf(arrays, "embeddings.position_embeddings.weight")[0] as number;
  const innerWidth = shapeOf(arrays, "encoder.layer.0.intermediate.dense.weight")[0] as number;
  const [vocabulary, width] = words as [number, number];
  const positions = read("embeddings.position_embeddings.weight");
  const type = read("embeddings.token_type_embeddings.weight").subarray(0, width);
  for (let at = 0; at < positions.length; at++) {
    positions[at] += type[at % width];
  }
  const layers: LayerTensors[] = [];
  while (arrays.has(`f:encoder.layer.${layers.length}.output.dense.bias`)) {
    layers.push(readLayer(read, layers.length, width, innerWidth));
  }
  return {
    shape: { layers: layers.length, width, innerWidth, vocabulary, positions: positionCount },
    words: read("embeddings.word_embeddings.weight"),
    positions,
    embeddingNorm: readNorm(read, "embeddings.LayerNorm"),
    layers,
  };
}

type Read = (name: string) => Float32Array;

function readLayer(read: Read, index: number, width: number, innerWidth: number): LayerTensors {
  const layer = `encoder.layer.${index}`;
  return {
    attention: readAttention(read, `${layer}.attention.self`, width),
    attentionOutput: readLinear(read, `${layer}.attention.output.dense`, width, width),
    attentionNorm: readNorm(read, `${layer}.attention.output.LayerNorm`),
    inner: readLinear(read, `${layer}.intermediate.dense`, width, innerWidth),
    output: readLinear(read, `${layer}.output.dense`, innerWidth, width),
    outputNorm: readNorm(read, `${layer}.output.LayerNorm`),
  };
}

/** Queries, keys and values as one layer; the queries are scaled here so that the kernel need not. */
function readAttention(read: Read, name: string, width: number): LinearTensors {
  const weights = new Float32Array(3 * width * width);
  const biases = new Float32Array(3 * width);
  for (const [index, part] of ["query", "key", "value"].entries()) {
    const factor = part === "query" ? 1 / Math.sqrt(headWidth) : 1;
    const times = (number: number): number => number * factor;
    weights.set(read(`${name}.${part}.weight`).map(times), index * width * width);
    biases.set(read(`${name}.${part}.bias`).map(times), index * width);
  }
  return { inputs: width, outputs: 3 * width, weights, biases };
}

function readLinear(read: Read, name: string, inputs: number, outputs: number): LinearTensors {
  return { inputs, outputs, weights: read(`${name}.weight`), biases: read(`${name}.bias`) };
}

function readNorm(read: Read, name: string): NormTensors {
  return { gains: read(`${name}.weight`), biases: read(`${name}.bias`) };
}

function readTensor(arrays: ReadonlyMap<string, NpzArray>, name: string): Float32Array {
  const floats = arrays.get(`f:${name}`);
  if (floats !== undefined) {
    return Float32Array.from(floats.values);
  }
  const codes = arrays.get(`q:${name}`);
  const scales = arrays.get(`s:${name}`);
  if (codes === undefined || scales === undefined) {
    throw new Error(`Expected ${name} in the file.`);
  }
  return Float32Array.from(codes.values, (code, at) => code * scales.values[Math.floor(at / inputsPerScale)]);
}

function shapeOf(arrays: ReadonlyMap<string, NpzArray>, name: string): readonly number[] {
  const array = arrays.get(`f:${name}`) ?? arrays.get(`q:${name}`);
  if (array === undefined) {
    throw new Error(`Expected ${name} in the file.`);
  }
  return array.shape;
}
