import type { CodeMatrix } from "./code-matrix.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

/** The distribution of a query's cosines over a catalogue. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** Codes preselect if comparing every tool exactly would take this many times the wanted comparisons. */
const worthChoosing = 3;
const minDeviation = 1e-6;

/**
 * Calls back with slots and their products with the matrix's query, at least for the nearest ones, and returns the
 * distribution of cosines.
 * Products below the value that the last callback returned are skipped.
 * `tools` is the number of slots with a vector: empty ones are zeros and add nothing to the sums. `looks` is how many
 * of the nearest are wanted.
 */
export function eachNearSlot(
  matrix: VectorMatrix,
  codes: CodeMatrix,
  { slots, tools, looks }: { readonly slots: number; readonly tools: number; readonly looks: number },
  visit: (slot: number, product: number) => number,
): Spread {
  // Empty slots do not decide: they are left from tools that were removed, and the answer depends on the tools alone.
  return Math.min(slots, tools) <= looks * worthChoosing
    ? eachExact(matrix, slots, tools, visit)
    : eachByCode(matrix, codes, { slots, tools, looks }, visit);
}

function eachExact(
  matrix: VectorMatrix,
  slots: number,
  tools: number,
  visit: (slot: number, product: number) => number,
): Spread {
  const products = matrix.products(slots);
  let sum = 0;
  let squares = 0;
  let floor = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < products.length; slot++) {
    const product = products[slot] as number;
    sum += product;
    squares += product * product;
    if (product >= floor) {
      floor = visit(slot, product);
    }
  }
  const count = Math.max(1, tools);
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { mean: mean * matrix.unit, deviation: Math.max(deviation * matrix.unit, minDeviation) };
}

function eachByCode(
  matrix: VectorMatrix,
  codes: CodeMatrix,
  { slots, tools, looks }: { readonly slots: number; readonly tools: number; readonly looks: number },
  visit: (slot: number, product: number) => number,
): Spread {
  const { counts } = codes.distances(matrix.query, slots);
  // Empty slots are zeros: all at the same distance, and not tools.
  const ofEmpty = codes.distanceOfZeros();
  counts[ofEmpty] = (counts[ofEmpty] as number) - (slots - tools);
  const near = codes.within(distanceOfNearest(counts, looks), slots);
  const products = matrix.productsOf(near);
  let floor = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < near.length; index++) {
    const product = products[index] as number;
    if (product >= floor) {
      floor = visit(near[index] as number, product);
    }
  }
  return spreadOf(counts, codes.bits, tools);
}

/**
 * The distance within which the wanted number of slots lies: all slots at that distance count, so that the choice does
 * not depend on order.
 */
function distanceOfNearest(counts: Uint32Array, looks: number): number {
  let seen = 0;
  for (let distance = 0; distance < counts.length; distance++) {
    seen += counts[distance] as number;
    if (seen >= looks) {
      return distance;
    }
  }
  return counts.length;
}

/** Differing bits estimate the angle: half differ at a right angle. The error is subtracted from the deviation. */
export function spreadOf(counts: Uint32Array, bits: number, tools: number): Spread {
  const count = Math.max(1, tools);
  const cosines = cosinesOf(bits);
  let sum = 0;
  let squares = 0;
  for (let distance = 0; distance < counts.length; distance++) {
    const cosine = cosines[distance] as number;
    const slots = counts[distance] as number;
    sum += slots * cosine;
    squares += slots * cosine * cosine;
  }
  const mean = sum / count;
  const errorSquared = (Math.PI / 2) ** 2 / 4 / bits;
  const variance = squares / count - mean * mean - errorSquared;
  return { mean, deviation: Math.max(Math.sqrt(Math.max(0, variance)), 0.03) };
}

let knownCosines = new Float64Array();

/** The cosine for each number of differing bits; cached, because all vectors of a catalogue have the same length. */
function cosinesOf(bits: number): Float64Array {
  if (knownCosines.length !== bits + 1) {
    knownCosines = Float64Array.from({ length: bits + 1 }, (_none, distance) => Math.cos((Math.PI * distance) / bits));
  }
  return knownCosines;
}
