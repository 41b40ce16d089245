import { parseExactly } from "./exact-numbers.ts";
import { describeJsonExcess, findJsonExcess, type JsonExcess, type JsonLimits } from "./json-counter.ts";

/** A JSON text exceeds a limit. The message describes it, for the end of a sentence. */
export class JsonExcessError extends Error {
  override readonly name = "JsonExcessError";
  readonly excess: JsonExcess;

  constructor(excess: JsonExcess) {
    super(describeJsonExcess(excess));
    this.excess = excess;
  }
}

/** The value of a JSON text from outside. Throws a `JsonExcessError` before it parses too much, and otherwise like `JSON.parse`. */
export function parseBounded(text: string, limits?: JsonLimits): unknown {
  const excess = findJsonExcess(text, limits);
  if (excess !== undefined) throw new JsonExcessError(excess);
  return parseExactly(text);
}

/** The value of a JSON text; undefined if the text is not valid JSON, or exceeds a limit. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}
