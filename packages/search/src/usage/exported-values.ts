import { describeValue } from "@toolcrib/shared/errors";
import { SearchError } from "../errors/search-error.ts";

/** A list of at most this length. */
export function listOf(value: unknown, maxLength: number, what: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw invalid(`${what} to be a list`, value);
  }
  if (value.length > maxLength) {
    throw invalid(`at most ${maxLength} ${what}`, value.length);
  }
  return value;
}

/** A text of at most this length, and not an empty one. */
export function textOf(value: unknown, maxLength: number, what: string): string {
  if (typeof value === "string" && value !== "" && value.length <= maxLength) {
    return value;
  }
  throw invalid(`${what} to be a text of 1 to ${maxLength} characters`, value);
}

/** A number within limits. */
export function numberOf(value: unknown, minimum: number, maximum: number, what: string): number {
  if (typeof value === "number" && value >= minimum && value <= maximum) {
    return value;
  }
  throw invalid(`${what} to be a number from ${minimum} to ${maximum}`, value);
}

/** The error for a part of an export that is not as expected. */
export function invalid(expected: string, received: unknown): SearchError {
  return new SearchError("invalid_usage_history", { expected, received: describeValue(received) });
}
