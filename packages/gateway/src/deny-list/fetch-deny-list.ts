import { describeValue } from "@toolcrib/shared/errors";
import { readBoundedJson } from "../fetched/read-bounded-json.ts";

const maxBytes = 64 * 1_024;
const maxPatterns = 1_000;
const maxPatternLength = 200;
const maxMilliseconds = 10_000;

/**
 * Fetches a list of model patterns: a JSON array of strings. Rejects anything else, and what is too large or too slow.
 */
export async function fetchDenyList(url: string, signal: AbortSignal): Promise<readonly string[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]);
  const response = await fetch(url, { headers: { accept: "application/json" }, signal: limited });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status}`);
  }
  const list: unknown = await readBoundedJson(response, maxBytes);
  if (isListOfPatterns(list)) return list;
  throw new Error(
    `expected an array of up to ${maxPatterns} strings of 1 to ${maxPatternLength} characters, got ${describeValue(list)}`,
  );
}

function isListOfPatterns(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= maxPatterns &&
    value.every((item) => typeof item === "string" && item.trim() !== "" && item.length <= maxPatternLength)
  );
}
