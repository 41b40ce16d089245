import type { QueryTerms } from "../../lexical/query-terms.ts";
import { type FeatureTable, requestCountFeature, wordCountFeature } from "./features.ts";

/**
 * Measures the query itself, the same for every candidate: this orders nothing, and says how far a match is to be trusted. Each further request
 * is one more chance that a tool comes near one of them by accident; and the more words a query has, the fewer of them even the right tool shares.
 */
export function measureQuery({ terms }: QueryTerms, requests: number, table: FeatureTable): void {
  const requestCount = Math.log(Math.max(1, requests));
  const wordCount = Math.log(Math.max(1, terms.length));
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    table.set(candidate, requestCountFeature, requestCount);
    table.set(candidate, wordCountFeature, wordCount);
  }
}
