import { createHash } from "node:crypto";
import { weightBytes, wordGroup } from "../src/weights/model-shape.ts";
import { headerStart, weightsMagic, weightsVersion } from "../src/weights/weights-file.ts";
import { ImageWriter } from "./image-writer.ts";
import type { LinearTensors, ModelTensors, NormTensors } from "./model-tensors.ts";
import { quantiseLinear } from "./quantise-linear.ts";
import { quantiseGroup } from "./quantise-words.ts";

/** Outputs whose weights lie side by side: as many as the kernel computes at once. */
const panelOutputs = 8;

/** Packs a model and its word pieces into the bytes of a weights file. */
export function packWeights(model: string, tensors: ModelTensors, vocabulary: readonly string[]): Uint8Array {
  const { shape } = tensors;
  const header = JSON.stringify({ model, ...shape });
  const paddedHeader = header.padEnd(Math.ceil(header.length / 16) * 16);
  const pieces = new TextEncoder().encode(vocabulary.join("\n"));
  const imageStart = headerStart + paddedHeader.length;
  const imageLength = weightBytes(shape);
  const bytes = new Uint8Array(imageStart + imageLength + pieces.length);
  bytes.set(new TextEncoder().encode(paddedHeader), headerStart);
  writeImage(tensors, new ImageWriter(bytes.subarray(imageStart, imageStart + imageLength)));
  bytes.set(pieces, imageStart + imageLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, weightsMagic, true);
  view.setUint32(4, weightsVersion, true);
  view.setUint32(8, paddedHeader.length, true);
  view.setUint32(12, bytes.length, true);
  bytes.set(createHash("sha256").update(bytes.subarray(headerStart)).digest(), 16);
  return bytes;
}

function writeImage(tensors: ModelTensors, writer: ImageWriter): void {
  writeWords(tensors, writer);
  writer.floats(tensors.positions);
  writeNorm(tensors.embeddingNorm, writer);
  for (const layer of tensors.layers) {
    writeLinear(layer.attention, writer);
    writeLinear(layer.attentionOutput, writer);
    writeNorm(layer.attentionNorm, writer);
    writeLinear(layer.inner, writer);
    writeLinear(layer.output, writer);
    writeNorm(layer.outputNorm, writer);
  }
  writer.finish();
}

/** Rows in four bits: of each group, the first half of the numbers in the low halves of bytes, the rest in the high. */
function writeWords({ words, shape }: ModelTensors, writer: ImageWriter): void {
  const groups = (shape.vocabulary * shape.width) / wordGroup;
  const scales = new Uint16Array(groups);
  const half = wordGroup / 2;
  const packed = new Uint8Array(half);
  for (let group = 0; group < groups; group++) {
    const { scale, numbers } = quantiseGroup(words.subarray(group * wordGroup, (group + 1) * wordGroup));
    scales[group] = scale;
    for (let index = 0; index < half; index++) {
      packed[index] = ((numbers[index] as number) + 8) | (((numbers[index + half] as number) + 8) << 4);
    }
    writer.bytes(packed);
  }
  writer.halves(scales);
  writer.align(16);
}

function writeNorm({ gains, biases }: NormTensors, writer: ImageWriter): void {
  writer.floats(gains);
  writer.floats(biases);
}

/** Factors, scales, biases, and then the weights: for eight outputs at a time, pairs of inputs of each in turn. */
function writeLinear(linear: LinearTensors, writer: ImageWriter): void {
  const { inputs, outputs } = linear;
  const { factors, scales, weights } = quantiseLinear(linear);
  // The kernel multiplies inputs by their factor; the weights were divided by it.
  writer.floats(factors);
  writer.floats(scales);
  writer.floats(linear.biases);
  const panel = new Int8Array(panelOutputs * inputs);
  for (let first = 0; first < outputs; first += panelOutputs) {
    let at = 0;
    for (let input = 0; input < inputs; input += 2) {
      for (let output = first; output < first + panelOutputs; output++) {
        panel[at++] = weights[output * inputs + input] as number;
        panel[at++] = weights[output * inputs + input + 1] as number;
      }
    }
    writer.bytes(new Uint8Array(panel.buffer));
  }
}
