import type { Credentials } from "../contracts/upstream.ts";
import { sha256 } from "../hash/sha256.ts";

/** Who a caller is, as far as learning is concerned. */
export interface TenantIdentity {
  /** SHA-256 of the caller's key; undefined if the gateway has no keys. */
  readonly keyHash: string | undefined;
  readonly credentials: Credentials;
}

/** Identifies whose calls are learned from: the holder of a key. Without keys, of the credentials for the upstream. */
export function tenantOf({ keyHash, credentials }: TenantIdentity): string {
  const { apiKey = null, authorization = null } = credentials;
  return sha256(JSON.stringify(["learning", keyHash ?? [apiKey, authorization]]));
}

/** The tenant of a key in the config. */
export function tenantOfKey(keyHash: string): string {
  return tenantOf({ keyHash: keyHash.toLowerCase(), credentials: {} });
}
