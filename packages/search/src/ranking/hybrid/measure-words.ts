import { nameField } from "../../lexical/fields.ts";
import type { LexicalIndex } from "../../lexical/lexical-index.ts";
import type { QueryTerms } from "../../lexical/query-terms.ts";
import {
  bestWordsFeature,
  type FeatureRow,
  nameCoveredFeature,
  partWordsFeature,
  queryCoveredFeature,
  raise,
  wordsFeature,
} from "./features.ts";

/** One term of the query: what it counts, for the whole and for each request that has it. */
interface Weight {
  rarity: number;
  readonly inRequests: { readonly request: number; readonly rarity: number }[];
}

/** Measures words: one pass over the terms of each candidate gives everything that is about words. */
export function measureWords(
  lexical: LexicalIndex,
  query: QueryTerms,
  requests: readonly QueryTerms[],
  slots: readonly number[],
  rows: readonly FeatureRow[],
): void {
  const weights = weightsOf(query, requests);
  const most = Math.max(query.most, Number.EPSILON);
  const total = Math.max(
    Number.EPSILON,
    query.terms.reduce((sum, { rarity }) => sum + rarity, 0),
  );
  const ofRequests = new Float64Array(requests.length);
  let best = 0;
  for (let index = 0; index < slots.length; index++) {
    const row = rows[index] as FeatureRow;
    let score = 0;
    let nameTotal = 0;
    let nameFound = 0;
    ofRequests.fill(0);
    lexical.eachTerm(slots[index] as number, (id, fields, worth) => {
      const weight = weights.get(id);
      const isInName = (fields & (1 << nameField)) !== 0;
      if (isInName) {
        nameTotal += lexical.rarityOf(id);
      }
      if (weight === undefined) {
        return;
      }
      score += weight.rarity * worth;
      if (isInName) {
        nameFound += weight.rarity;
      }
      for (const { request, rarity } of weight.inRequests) {
        ofRequests[request] = (ofRequests[request] as number) + rarity * worth;
      }
    });
    best = Math.max(best, score);
    row[wordsFeature] = Math.min(1, score / most);
    row[bestWordsFeature] = score;
    row[nameCoveredFeature] = nameTotal > 0 ? Math.min(1, nameFound / nameTotal) : 0;
    row[queryCoveredFeature] = Math.min(1, nameFound / total);
    row[partWordsFeature] = row[wordsFeature];
    for (let request = 0; request < requests.length; request++) {
      const mostOfRequest = Math.max((requests[request] as QueryTerms).most, Number.EPSILON);
      raise(row, partWordsFeature, Math.min(1, (ofRequests[request] as number) / mostOfRequest));
    }
  }
  for (const row of rows) {
    row[bestWordsFeature] = best > 0 ? (row[bestWordsFeature] as number) / best : 0;
  }
}

function weightsOf(query: QueryTerms, requests: readonly QueryTerms[]): Map<number, Weight> {
  const weights = new Map<number, Weight>();
  const weightOf = (id: number): Weight => {
    let weight = weights.get(id);
    if (weight === undefined) {
      weight = { rarity: 0, inRequests: [] };
      weights.set(id, weight);
    }
    return weight;
  };
  for (const { id, rarity } of [...query.terms, ...query.spellings]) {
    if (id >= 0) {
      weightOf(id).rarity = rarity;
    }
  }
  for (const [request, { terms, spellings }] of requests.entries()) {
    for (const { id, rarity } of [...terms, ...spellings]) {
      if (id >= 0) {
        weightOf(id).inRequests.push({ request, rarity });
      }
    }
  }
  return weights;
}
