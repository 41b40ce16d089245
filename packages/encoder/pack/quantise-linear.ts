import type { LinearTensors } from "./model-tensors.ts";

/** A linear layer in eight bits. */
export interface QuantisedLinear {
  /** What each input is multiplied by before it is rounded; the weights are divided by it. */
  readonly factors: Float32Array;
  /** What each output's sum is multiplied by. */
  readonly scales: Float32Array;
  /** One row per output. */
  readonly weights: Int8Array;
}

const maxWeight = 127;
const balancingRounds = 4;

/**
 * Rounds weights to eight bits with one scale per output. Before that, inputs whose weights are large everywhere trade
 * size with their activations, which have room in 16 bits: a few large weights would otherwise cost all others their
 * precision.
 */
export function quantiseLinear({ inputs, outputs, weights }: LinearTensors): QuantisedLinear {
  const factors = new Float32Array(inputs).fill(1);
  const scales = new Float32Array(outputs);
  for (let round = 0; round < balancingRounds; round++) {
    fitScales(weights, inputs, outputs, factors, scales);
    fitFactors(weights, inputs, outputs, factors, scales);
  }
  fitScales(weights, inputs, outputs, factors, scales);
  const rounded = new Int8Array(inputs * outputs);
  for (let output = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++) {
      const at = output * inputs + input;
      const scale = (scales[output] as number) * (factors[input] as number);
      const value = scale > 0 ? Math.round((weights[at] as number) / scale) : 0;
      rounded[at] = Math.max(-maxWeight, Math.min(maxWeight, value));
    }
  }
  return { factors, scales, weights: rounded };
}

function fitScales(
  weights: Float32Array,
  inputs: number,
  outputs: number,
  factors: Float32Array,
  scales: Float32Array,
): void {
  for (let output = 0; output < outputs; output++) {
    let largest = 0;
    for (let input = 0; input < inputs; input++) {
      largest = Math.max(largest, Math.abs(weights[output * inputs + input] as number) / (factors[input] as number));
    }
    scales[output] = largest / maxWeight;
  }
}

/** A factor is the largest share of an output's range that the input takes, half of it in each round. */
function fitFactors(
  weights: Float32Array,
  inputs: number,
  outputs: number,
  factors: Float32Array,
  scales: Float32Array,
): void {
  for (let input = 0; input < inputs; input++) {
    let largest = 0;
    for (let output = 0; output < outputs; output++) {
      const scale = scales[output] as number;
      if (scale > 0) {
        largest = Math.max(largest, Math.abs(weights[output * inputs + input] as number) / scale);
      }
    }
    if (largest > 0) {
      const share = largest / ((factors[input] as number) * maxWeight);
      factors[input] = (factors[input] as number) * Math.sqrt(share);
    }
  }
}
