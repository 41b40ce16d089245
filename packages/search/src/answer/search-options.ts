import { describeValue } from "@toolcrib/shared/errors";
import { SearchError } from "../errors/search-error.ts";
import { type RankerChoice, rankerNames, rankers } from "../rankers/rankers.ts";
import type { Ranker } from "../ranking/ranker.ts";
import type { UsageHistory } from "../usage/usage-history.ts";

/** Options of a search. */
export interface SearchOptions {
  /** The maximum number of hits, from 1 to 10,000. Default: 5. Tools asked for by name are not cut. */
  readonly limit?: number;
  /** The name of a built-in ranker, or your own ranker. Default: `hybrid`. */
  readonly ranker?: RankerChoice;
  /** Searches only tools with these names, so that one index serves many conversations. */
  readonly only?: (name: string) => boolean;
  /** Learns from the calls of this user, and uses what it learned. Only the `hybrid` ranker does. Default: the index's, or none. */
  readonly usage?: UsageHistory | undefined;
}

const defaultLimit = 5;
const maxLimit = 10_000;

/** The limit of a search, or the default. */
export function checkedLimit(limit: number | undefined): number {
  if (limit === undefined) {
    return defaultLimit;
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw new SearchError("invalid_limit", { minimum: 1, maximum: maxLimit, received: describeValue(limit) });
  }
  return limit;
}

/** The ranker of a search, or the default. */
export function rankerOf(ranker: RankerChoice = "hybrid"): Ranker {
  const found = typeof ranker === "string" ? rankers.get(ranker) : ranker;
  if (typeof found?.rank !== "function") {
    throw new SearchError("unknown_ranker", { available: rankerNames.join(", "), received: describeValue(ranker) });
  }
  return found;
}

/** The history of a search. One from JSON has none of its methods and would fail in the middle of a ranking. */
export function checkedUsage(usage: UsageHistory | undefined): UsageHistory | undefined {
  if (usage && typeof usage.liftOf !== "function") {
    const expected = "a UsageHistory, as UsageHistory.fromJSON returns it";
    throw new SearchError("invalid_usage_history", { expected, received: describeValue(usage) });
  }
  return usage;
}
