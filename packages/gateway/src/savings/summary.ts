import type { SavingsSummary } from "../contracts/savings-api.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import { addSavings, noSavings } from "./add-savings.ts";

/** The summary of no requests. */
export const emptySummary: SavingsSummary = {
  requests: 0,
  conversations: 0,
  savings: noSavings,
  cache: { readShare: 0, keptCalls: 0, brokenCalls: 0 },
  searches: { total: 0, misses: 0 },
};

/** The summary with one more request. */
export function addRequest(before: SavingsSummary, trace: TraceRecord, isNewConversation: boolean): SavingsSummary {
  const savings = addSavings(before.savings, trace.savings);
  const prefixes = trace.upstreamCalls.flatMap(({ prefix }) => prefix ?? []);
  const broken = prefixes.filter(({ breaks }) => breaks.length > 0).length;
  const { promptTokens, tokens } = savings.sent;
  return {
    requests: before.requests + 1,
    conversations: before.conversations + (isNewConversation ? 1 : 0),
    savings,
    cache: {
      readShare: promptTokens === 0 ? 0 : tokens.cacheRead / promptTokens,
      keptCalls: before.cache.keptCalls + prefixes.length - broken,
      brokenCalls: before.cache.brokenCalls + broken,
    },
    searches: {
      total: before.searches.total + trace.searches.length,
      misses: before.searches.misses + trace.searches.filter(({ hits }) => hits.length === 0).length,
    },
  };
}
