import { describeValue } from "@toolcrib/shared/errors";
import { CodeError } from "../errors/code-error.ts";

export const sealKeysVariable = "TOOLCRIB_PROGRAM_KEYS";
const keyLength = 32;

/** The keys that were given or stand in the environment; undefined if there are none. */
export function readSealKeys(given: readonly string[] | undefined): Uint8Array[] | undefined {
  const keys = given ?? process.env[sealKeysVariable]?.split(",").map((key) => key.trim());
  if (keys === undefined) return undefined;
  if (keys.length === 0) throw invalid("at least one key", "none");
  return keys.map(readKey);
}

// A key is a secret: errors tell its length alone.
function readKey(key: unknown): Uint8Array {
  if (typeof key !== "string") throw invalid("a string", describeValue(key));
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== keyLength) throw invalid(`${keyLength} bytes in base64`, `${bytes.length} bytes`);
  return bytes;
}

function invalid(expected: string, received: string): CodeError {
  return new CodeError("invalid_seal_key", { expected, received });
}
