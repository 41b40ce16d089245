import { wordGroup } from "../src/weights/model-shape.ts";
import { fromHalf, toHalf } from "./half-floats.ts";

/** A group of numbers in four bits. */
export interface QuantisedGroup {
  /** As a 16-bit float. */
  readonly scale: number;
  /** From -8 to 7. */
  readonly numbers: Int8Array;
}

/** Fractions of the range that are tried: clipping the largest number often serves the others. */
const ranges = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];

/** Rounds a group of a word row to four bits, with the scale that loses least. */
export function quantiseGroup(group: Float32Array): QuantisedGroup {
  let largest = 0;
  for (const number of group) {
    largest = Math.max(largest, Math.abs(number));
  }
  let best: QuantisedGroup = { scale: 0, numbers: new Int8Array(wordGroup) };
  let least = Number.POSITIVE_INFINITY;
  for (const range of ranges) {
    const scale = toHalf((largest * range) / 7.5);
    const factor = fromHalf(scale);
    if (factor === 0) {
      break;
    }
    const numbers = Int8Array.from(group, (number) => Math.max(-8, Math.min(7, Math.round(number / factor))));
    let error = 0;
    for (let index = 0; index < wordGroup; index++) {
      error += ((group[index] as number) - (numbers[index] as number) * factor) ** 2;
    }
    if (error < least) {
      least = error;
      best = { scale, numbers };
    }
  }
  return best;
}
