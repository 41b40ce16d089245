import { describeValue } from "@toolcrib/shared/errors";
import { countCharacters } from "@toolcrib/shared/text";
import type { SearchVariant } from "./search-function.ts";

/** What the model asked, or what is wrong with it. */
export type ServerSearchInput =
  | { readonly isUsable: true; readonly query: string; readonly limit: number }
  | { readonly isUsable: false; readonly problem: string };

const defaultLimit = 5;
const maxLimit = 10_000;
const maxLength: Readonly<Record<SearchVariant, number>> = { regex: 200, bm25: 500 };

/** Reads the input of one of the API's searches. Models still write `query` where the regex search wants `pattern`. */
export function readServerSearchInput(variant: SearchVariant, input: unknown): ServerSearchInput {
  const fields = (typeof input === "object" && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const field = variant === "regex" ? "pattern" : "query";
  const query = fields[field] ?? fields["pattern"] ?? fields["query"];
  if (typeof query !== "string" || query === "") {
    return problem(`${field}: expected a text, got ${describeValue(query)}`);
  }
  if (countCharacters(query) > maxLength[variant]) {
    const what = variant === "regex" ? "Pattern" : "Query";
    return problem(`${what} exceeds the maximum length of ${maxLength[variant]} characters`);
  }
  const limit = readLimit(fields["limit"]);
  if (limit !== undefined) return { isUsable: true, query, limit };
  return problem(`limit: expected a whole number from 1 to ${maxLimit}, got ${describeValue(fields["limit"])}`);
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === null) return defaultLimit;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= maxLimit
    ? number
    : undefined;
}

function problem(text: string): ServerSearchInput {
  return { isUsable: false, problem: text };
}
