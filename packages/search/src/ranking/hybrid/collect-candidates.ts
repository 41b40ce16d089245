import type { CatalogueView } from "../../catalogue/catalogue-view.ts";
import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { VectorMatrix } from "../../vectors/vector-matrix.ts";
import { TopSlots } from "../top-slots.ts";
import type { Spread } from "./measure-meaning.ts";

/** Adds the tools that score best by words. */
export function collectByWords(
  catalogue: CatalogueView,
  { all }: QueryTerms,
  passes: (slot: number) => boolean,
  limit: number,
  candidates: Set<number>,
): void {
  const { scores, touched, count } = catalogue.lexical.score(all);
  const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
  for (let index = 0; index < count; index++) {
    const slot = touched[index] as number;
    const score = scores[slot] as number;
    if (score >= top.floor && catalogue.isAllowed(slot) && passes(slot)) {
      top.offer(slot, score);
    }
  }
  top.addTo(candidates);
}

/** Adds the tools that come nearest in meaning, and says how cosines spread over the catalogue. */
export function collectByMeaning(
  catalogue: CatalogueView,
  whole: VectorMatrix,
  vector: Float32Array,
  passes: (slot: number) => boolean,
  limit: number,
  candidates: Set<number>,
): Spread {
  whole.setQuery(vector);
  const products = whole.products(catalogue.slots);
  const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
  let floor = 1;
  let sum = 0;
  let squares = 0;
  for (let slot = 0; slot < products.length; slot++) {
    const product = products[slot] as number;
    sum += product;
    squares += product * product;
    if (product >= floor && catalogue.isAllowed(slot) && passes(slot)) {
      top.offer(slot, product);
      floor = Math.max(1, top.floor);
    }
  }
  top.addTo(candidates);
  // Empty slots hold zeros and add nothing to the sums.
  const count = Math.max(1, catalogue.lexical.documents);
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { mean: mean * whole.unit, deviation: Math.max(deviation * whole.unit, 1e-6) };
}
