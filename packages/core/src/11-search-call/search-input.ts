import { describeValue } from "@toolcrib/shared/errors";
import { defaultMaxResults, maxResultsLimit } from "./search-tool.ts";

/** What the model asked, or what is wrong with it, in words that it can act on. */
export type SearchInput =
  | { readonly isUsable: true; readonly query: string; readonly limit: number }
  | { readonly isUsable: false; readonly problem: string };

/**
 * Reads the input of a search call. Models write numbers as text and with fractions, so `"3"` is 3 and 2.5 is 2;
 * more than 10,000 is 10,000. Less than 1 is an error.
 */
export function readSearchInput(input: unknown): SearchInput {
  const { query, max_results: maxResults } = (typeof input === "object" && input !== null ? input : {}) as {
    readonly query?: unknown;
    readonly max_results?: unknown;
  };
  if (typeof query !== "string") {
    return {
      isUsable: false,
      problem: `query: expected a string, got ${describeValue(query)}. Pass "select:NAME" or words for what the tool should do.`,
    };
  }
  const limit = readLimit(maxResults);
  if (limit !== undefined) return { isUsable: true, query, limit };
  return {
    isUsable: false,
    problem: `max_results: expected a whole number from 1 to ${maxResultsLimit}, got ${describeValue(maxResults)}. Leave it out to get ${defaultMaxResults}.`,
  };
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === null) return defaultMaxResults;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number) || number < 1) return undefined;
  return Math.min(Math.floor(number), maxResultsLimit);
}
