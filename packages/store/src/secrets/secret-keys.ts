import { randomBytes } from "node:crypto";
import { StoreError } from "../errors/store-error.ts";

/** The environment variable with the keys that encrypt secrets, separated by commas. */
export const secretKeysVariable = "TOOLCRIB_SECRET_KEYS";

const keyLength = 32;

/** A new key, as the variable takes it. */
export function createSecretKey(): string {
  return randomBytes(keyLength).toString("base64");
}

/** Reads the keys of the variable. Keys are secrets: errors say how many bytes there are, and nothing else. */
export function readSecretKeys(text: string): readonly Buffer[] {
  return text.split(",").map((key, position) => {
    const bytes = Buffer.from(key.trim(), "base64");
    if (bytes.length === keyLength) return bytes;
    const received = `${bytes.length} bytes in key ${position + 1}`;
    throw new StoreError("invalid_secret_key", { variable: secretKeysVariable, received });
  });
}
