import { impactUnit } from "../../lexical/document-terms.ts";
import { nameField } from "../../lexical/fields.ts";
import { fieldBits, forwardStep, type LexicalIndex } from "../../lexical/lexical-index.ts";
import type { QueryTerms } from "../../lexical/query-terms.ts";
import {
  bestWordsFeature,
  type FeatureTable,
  nameCoveredFeature,
  queryCoveredFeature,
  requestWordsFeature,
  wordsFeature,
} from "./features.ts";
import type { RequestPlaces } from "./request-places.ts";

/** One term of the query: what it counts, for the whole and for each request that has it. */
interface Weight {
  readonly id: number;
  rarity: number;
  readonly inRequests: { readonly request: number; readonly rarity: number }[];
}

/** Measures words: one pass over the terms of each candidate gives everything that is about words. */
export function measureWords(
  lexical: LexicalIndex,
  query: QueryTerms,
  requests: readonly QueryTerms[],
  table: FeatureTable,
  places: RequestPlaces,
): void {
  const weights = weightsOf(query, requests);
  const { marks } = lexical;
  for (const [index, { id }] of weights.entries()) {
    marks[id] = index + 1;
  }
  measureMarked(lexical, marks, weights, query, requests, table, places);
  for (const { id } of weights) {
    marks[id] = 0;
  }
}

function measureMarked(
  lexical: LexicalIndex,
  marks: Uint16Array,
  weights: readonly Weight[],
  query: QueryTerms,
  requests: readonly QueryTerms[],
  table: FeatureTable,
  places: RequestPlaces,
): void {
  const most = Math.max(query.most, Number.EPSILON);
  const totalRarity = Math.max(sumOfRarities(query), Number.EPSILON);
  const ofRequests = new Float64Array(requests.length);
  const { forward } = lexical;
  const { data } = forward;
  let best = Number.EPSILON;
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    const slot = table.slots[candidate] as number;
    let score = 0;
    let nameTotal = 0;
    let nameFound = 0;
    ofRequests.fill(0);
    const start = forward.startOf(slot);
    const end = start + forward.lengthOf(slot);
    for (let position = start; position < end; position += forwardStep) {
      const packed = data[position] as number;
      const id = packed >>> fieldBits;
      const isInName = (packed & (1 << nameField)) !== 0;
      if (isInName) {
        nameTotal += lexical.rarityOf(id);
      }
      const mark = marks[id] as number;
      if (mark === 0) {
        continue;
      }
      const weight = weights[mark - 1] as Weight;
      const worth = (data[position + 1] as number) * impactUnit;
      score += weight.rarity * worth;
      if (isInName) {
        nameFound += weight.rarity;
      }
      for (const { request, rarity } of weight.inRequests) {
        ofRequests[request] = (ofRequests[request] as number) + rarity * worth;
      }
    }
    best = Math.max(best, score);
    table.set(candidate, wordsFeature, Math.min(1, score / most));
    table.set(candidate, bestWordsFeature, score);
    table.set(candidate, nameCoveredFeature, nameTotal > 0 ? Math.min(1, nameFound / nameTotal) : 0);
    table.set(candidate, queryCoveredFeature, Math.min(1, nameFound / totalRarity));
    table.set(candidate, requestWordsFeature, Math.min(1, score / most));
    for (let request = 0; request < requests.length; request++) {
      const mostOfRequest = Math.max((requests[request] as QueryTerms).most, Number.EPSILON);
      const words = Math.min(1, (ofRequests[request] as number) / mostOfRequest);
      table.raise(candidate, requestWordsFeature, words);
      places.addWords(candidate, request, words);
    }
  }
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    table.set(candidate, bestWordsFeature, table.get(candidate, bestWordsFeature) / best);
  }
}

function sumOfRarities({ terms }: QueryTerms): number {
  return terms.reduce((sum, { rarity }) => sum + rarity, 0);
}

function weightsOf(query: QueryTerms, requests: readonly QueryTerms[]): readonly Weight[] {
  const weights = new Map<number, Weight>();
  const weightOf = (id: number): Weight => {
    let weight = weights.get(id);
    if (weight === undefined) {
      weight = { id, rarity: 0, inRequests: [] };
      weights.set(id, weight);
    }
    return weight;
  };
  for (const { id, rarity } of query.all) {
    if (id >= 0) {
      weightOf(id).rarity = rarity;
    }
  }
  for (const [request, { all }] of requests.entries()) {
    for (const { id, rarity } of all) {
      if (id >= 0) {
        weightOf(id).inRequests.push({ request, rarity });
      }
    }
  }
  return [...weights.values()];
}
