import type { QueryTerms } from "../../lexical/query-terms.ts";
import { type FeatureTable, requestCountFeature, wordCountFeature } from "./features.ts";

/**
 * Computes query features, which are the same for every candidate: they do not affect the order, only how far a match
 * is trusted. Each further request is another chance that a tool is close by accident; and the more words a query has,
 * the fewer of them even the right tool shares.
 */
export function measureQuery({ terms }: QueryTerms, requests: number, table: FeatureTable): void {
  const requestCount = Math.log(Math.max(1, requests));
  const wordCount = Math.log(Math.max(1, terms.length));
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    table.set(candidate, requestCountFeature, requestCount);
    table.set(candidate, wordCountFeature, wordCount);
  }
}
