import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { TopSlots } from "../../ranking/top-slots.ts";
import type { SemanticMatrices } from "../../semantic/semantic-matrices.ts";
import { eachNearSlot, type Spread } from "../../vectors/near-slots.ts";

/** Adds the tools with the best lexical scores, and returns all scores; they are stored at their own place. */
export function collectByWords(
  catalogue: CatalogueView,
  { all }: QueryTerms,
  place: number,
  passes: (slot: number) => boolean,
  limit: number,
  candidates: Set<number>,
): Float32Array {
  const { scores, touched, count } = catalogue.lexical.score(all, place);
  const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
  for (let index = 0; index < count; index++) {
    const slot = touched[index] as number;
    const score = scores[slot] as number;
    if (score >= top.floor && catalogue.isAllowed(slot) && passes(slot)) {
      top.offer(slot, score);
    }
  }
  top.addTo(candidates);
  return scores;
}

/** Codes are approximate: this many tools are compared exactly per candidate. */
const looksPerCandidate = 8;

/** Adds the tools nearest in meaning, and returns how cosines are distributed over the catalogue. */
export function collectByMeaning(
  catalogue: CatalogueView,
  { whole, codes }: SemanticMatrices,
  vector: Float32Array,
  passes: (slot: number) => boolean,
  limit: number,
  candidates: Set<number>,
): Spread {
  whole.setQuery(vector);
  const top = new TopSlots(limit, (slot) => catalogue.documentAt(slot).name);
  const size = { slots: catalogue.slots, tools: catalogue.lexical.documents, looks: limit * looksPerCandidate };
  const spread = eachNearSlot(whole, codes, size, (slot, product) => {
    if (product > 0 && catalogue.isAllowed(slot) && passes(slot)) {
      top.offer(slot, product);
    }
    return Math.max(1, top.floor);
  });
  top.addTo(candidates);
  return catalogue.spread ?? spread;
}
