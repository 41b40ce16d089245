import type { CodeMatrix } from "./code-matrix.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

/** How the cosines of a query spread over a catalogue. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** Where an exact look at every tool would be this many times the looks that are wanted, codes choose first. */
const worthChoosing = 3;
const minDeviation = 1e-6;

/**
 * Calls back with slots and their products with the query that the matrix holds, at least with the nearest ones, and says how cosines spread.
 * Products below what the last call returned are passed over: they are of no more interest.
 * `tools` is how many slots hold a vector: empty ones hold zeros and add nothing to the sums. `looks` is how many of the nearest are wanted.
 */
export function eachNearSlot(
  matrix: VectorMatrix,
  codes: CodeMatrix,
  { slots, tools, looks }: { readonly slots: number; readonly tools: number; readonly looks: number },
  visit: (slot: number, product: number) => number,
): Spread {
  return slots <= looks * worthChoosing
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
  // Empty slots hold zeros: all at one distance, and no tools.
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

/** The distance within which the wanted number of slots lie: all of that distance, so that the choice does not depend on order. */
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

/** Differing bits estimate the angle: half of them differ at a right angle. The estimate's own error is taken out of the deviation. */
function spreadOf(counts: Uint32Array, bits: number, tools: number): Spread {
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
