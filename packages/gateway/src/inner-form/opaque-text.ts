import { parseJson } from "@toolcrib/shared/json";

/** What begins such texts. None begins with one that comes after it. */
const prefixes = ["toolcrib.chat.", "toolcrib.r1.", "toolcrib.", "r1.", "call_tc_"] as const;
export type OpaquePrefix = (typeof prefixes)[number];

/** Writes a value as one word, behind a prefix: for a field that a client sends back unchanged. */
export function encodeOpaque(prefix: OpaquePrefix, value: unknown): string {
  return prefix + Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * The value that was written with this prefix; undefined for any other text. A client may have written it itself, so callers check
 * what they use.
 */
export function decodeOpaque(prefix: OpaquePrefix, text: unknown): unknown {
  if (typeof text !== "string" || !text.startsWith(prefix)) return undefined;
  return parseJson(jsonBehind(prefix, text));
}

/** The JSON in a text that was written with any prefix; undefined for any other text. */
export function opaqueJson(text: string): string | undefined {
  const prefix = prefixes.find((known) => text.startsWith(known));
  return prefix && jsonBehind(prefix, text);
}

const jsonBehind = (prefix: string, text: string): string =>
  Buffer.from(text.slice(prefix.length), "base64url").toString("utf8");
