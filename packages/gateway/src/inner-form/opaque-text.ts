import { parseJson } from "@toolcrib/shared/json";

/** Writes a value as one word, behind a prefix: for a field that a client sends back unchanged. */
export function encodeOpaque(prefix: string, value: unknown): string {
  return prefix + Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * The value that was written with this prefix; undefined for any other text. A client may have written it itself, so callers check
 * what they use.
 */
export function decodeOpaque(prefix: string, text: unknown): unknown {
  if (typeof text !== "string" || !text.startsWith(prefix)) return undefined;
  return parseJson(Buffer.from(text.slice(prefix.length), "base64url").toString("utf8"));
}
