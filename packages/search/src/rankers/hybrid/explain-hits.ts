import { eachSharedTerm } from "../../lexical/each-shared-term.ts";
import type { TermEntry } from "../../lexical/lexical-index.ts";
import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import type { Hit, Reason } from "../../ranking/ranker.ts";
import { strongestFirst } from "../../ranking/reasons.ts";
import type { Tiers } from "./decide-tiers.ts";
import { type FeatureTable, featureNames, requestWordsFeature, wordsFeature } from "./features.ts";
import type { FusionModel } from "./fusion-weights.ts";
import type { Candidates } from "./measure-candidates.ts";
import { type FusedPlaces, placeTerms } from "./order-candidates.ts";

/** The hits with their reasons: the terms of the linear model, or the places that were fused. */
export function explainHits(
  catalogue: CatalogueView,
  { table, terms }: Candidates,
  model: FusionModel,
  { hits, places, lowered, lifts }: Pick<Tiers, "hits" | "places" | "lowered" | "lifts">,
): Hit[] {
  const slots = hits.map(({ slot: row }) => table.slots[row] as number);
  const words = wordsOf(catalogue, terms, slots);
  return hits.map(({ slot: row, score }, place) => {
    const found = words[place] as string[];
    const why = places === undefined ? termsOfModel(table, model, row, found) : placesOfRow(table, places, row, found);
    const lost = lowered?.get(row);
    if (lost !== undefined) {
      why.push({ feature: "copy of another tool", value: 1, contribution: lost });
      strongestFirst(why);
    }
    const lift = lifts?.get(row);
    if (lift !== undefined) {
      why.push({ feature: "earlier calls", value: lift.logOdds, contribution: lift.score });
      strongestFirst(why);
    }
    return { name: catalogue.documentAt(slots[place] as number).name, score, why };
  });
}

function termsOfModel(table: FeatureTable, model: FusionModel, row: number, words: readonly string[]): Reason[] {
  const reasons: Reason[] = [];
  for (let index = 0; index < featureNames.length; index++) {
    const value = table.get(row, index);
    const contribution = (model.order.weights[index] as number) * value;
    if (contribution !== 0) {
      const feature = featureNames[index] as string;
      const isAboutWords = index === wordsFeature || index === requestWordsFeature;
      reasons.push(isAboutWords ? { feature, value, contribution, terms: words } : { feature, value, contribution });
    }
  }
  return strongestFirst(reasons);
}

function placesOfRow(table: FeatureTable, places: FusedPlaces, row: number, words: readonly string[]): Reason[] {
  const reasons = placeTerms(table, places, row).map(({ kind, value, contribution }): Reason => {
    const reason = { feature: placeNames[kind], value, contribution };
    return kind === "words" ? { ...reason, terms: words } : reason;
  });
  return strongestFirst(reasons.filter(({ contribution }) => contribution !== 0));
}

const placeNames = {
  order: "place by words and meaning",
  meaning: "place by meaning",
  opening: "place by the meaning of the first sentence",
  words: "place by words",
  request: "place among the tools for one request",
} as const;

/** The query words that each of these tools has, in query order. */
function wordsOf({ lexical }: CatalogueView, { all }: QueryTerms, slots: readonly number[]): string[][] {
  const isFound = new Uint8Array(slots.length * all.length);
  eachSharedTerm(lexical, slots, all, (tool, term) => {
    isFound[tool * all.length + term] = 1;
  });
  return slots.map((_slot, tool) => {
    const words: string[] = [];
    for (let term = 0; term < all.length; term++) {
      if (isFound[tool * all.length + term] === 1) {
        words.push((all[term] as TermEntry).word);
      }
    }
    return words;
  });
}
