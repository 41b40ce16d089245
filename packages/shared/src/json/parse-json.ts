import { parseExactly } from "./exact-numbers.ts";

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}
