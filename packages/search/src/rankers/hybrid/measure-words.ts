import { nameField, serverField } from "../../lexical/fields.ts";
import { fieldBits, forwardStep, type LexicalIndex, type TermEntry } from "../../lexical/lexical-index.ts";
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

/** The words of a query, and every tool's score for them. */
export interface ScoredWords {
  readonly terms: QueryTerms;
  /** By slot. */
  readonly scores: Float32Array;
  /** For each request in the query: the maximum possible score, and the tools' scores. */
  readonly requests: readonly { readonly most: number; readonly scores: Float32Array }[];
}

const identifyingFields = (1 << serverField) | (1 << nameField);

/** Computes lexical features: the scores, and how far the query and the name cover each other. */
export function measureWords(
  lexical: LexicalIndex,
  words: ScoredWords,
  table: FeatureTable,
  places: RequestPlaces,
): void {
  const { marks } = lexical;
  const { all } = words.terms;
  for (let index = 0; index < all.length; index++) {
    const { id } = all[index] as TermEntry;
    if (id >= 0) {
      marks[id] = index + 1;
    }
  }
  measureScores(words, table, places);
  measureNames(lexical, words.terms, table);
  for (const { id } of all) {
    if (id >= 0) {
      marks[id] = 0;
    }
  }
}

function measureScores({ terms, scores, requests }: ScoredWords, table: FeatureTable, places: RequestPlaces): void {
  const most = Math.max(terms.most, Number.EPSILON);
  let best = Number.EPSILON;
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    const slot = table.slots[candidate] as number;
    const score = scores[slot] as number;
    best = Math.max(best, score);
    const share = Math.min(1, score / most);
    table.set(candidate, wordsFeature, share);
    table.set(candidate, bestWordsFeature, score);
    table.set(candidate, requestWordsFeature, share);
    for (let request = 0; request < requests.length; request++) {
      const ofRequest = requests[request] as ScoredWords["requests"][number];
      const shareOfRequest = Math.min(1, (ofRequest.scores[slot] as number) / Math.max(ofRequest.most, Number.EPSILON));
      table.raise(candidate, requestWordsFeature, shareOfRequest);
      places.addWords(candidate, request, shareOfRequest);
    }
  }
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    table.set(candidate, bestWordsFeature, table.get(candidate, bestWordsFeature) / best);
  }
}

/** The query's terms are marked. The terms of a tool's server and name come first in its list. */
function measureNames(lexical: LexicalIndex, { terms, all }: QueryTerms, table: FeatureTable): void {
  const { forward, marks } = lexical;
  const { data } = forward;
  const totalRarity = Math.max(sumOfRarities(terms), Number.EPSILON);
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    const slot = table.slots[candidate] as number;
    const start = forward.startOf(slot);
    const end = start + forward.lengthOf(slot);
    let nameTotal = 0;
    let nameFound = 0;
    for (let position = start; position < end; position += forwardStep) {
      const packed = data[position] as number;
      if ((packed & identifyingFields) === 0) {
        break;
      }
      if ((packed & (1 << nameField)) === 0) {
        continue;
      }
      const id = packed >>> fieldBits;
      nameTotal += lexical.rarityOf(id);
      const mark = marks[id] as number;
      if (mark !== 0) {
        nameFound += (all[mark - 1] as TermEntry).rarity;
      }
    }
    table.set(candidate, nameCoveredFeature, nameTotal > 0 ? Math.min(1, nameFound / nameTotal) : 0);
    table.set(candidate, queryCoveredFeature, Math.min(1, nameFound / totalRarity));
  }
}

function sumOfRarities(terms: readonly TermEntry[]): number {
  return terms.reduce((sum, { rarity }) => sum + rarity, 0);
}
