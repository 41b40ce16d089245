import { createHash } from "node:crypto";
import type { StoreKey } from "../contract/store.ts";
import { textOfKey } from "../contract/text-of-key.ts";

/** A hash that only this key has: of one length, whatever characters its parts hold. */
export function hashOfKey(key: StoreKey): string {
  return createHash("sha256").update(textOfKey(key)).digest("base64url");
}
