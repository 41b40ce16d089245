import { createHash, randomBytes } from "node:crypto";

/** A new key and the entry for the config. The key itself is shown once and never stored. */
export interface CreatedKey {
  readonly key: string;
  readonly sha256: string;
}

/** Creates a key. It has 256 random bits, so a plain hash of it cannot be reversed by guessing. */
export function createApiKey(random: (bytes: number) => Uint8Array = randomBytes): CreatedKey {
  const key = `tck_${Buffer.from(random(32)).toString("base64url")}`;
  return { key, sha256: hashApiKey(key).toString("hex") };
}

export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
