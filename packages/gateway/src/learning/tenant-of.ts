import type { Credentials } from "../contracts/upstream.ts";
import { sha256 } from "../hash/sha256.ts";

/** Who a caller is, as far as learning is concerned. */
export interface TenantIdentity {
  /** Identifies the caller: for a key of the config, the SHA-256 of the key. Undefined if the gateway has no keys. */
  readonly id: string | undefined;
  readonly credentials: Credentials;
}

/** Identifies whose calls are learned from: the holder of a key. Without keys, of the credentials for the upstream. */
export function tenantOf({ id, credentials }: TenantIdentity): string {
  const { apiKey = null, authorization = null } = credentials;
  return sha256(JSON.stringify(["learning", id ?? [apiKey, authorization]]));
}

/** The tenant of a key in the config. */
export function tenantOfKey(id: string): string {
  return tenantOf({ id: id.toLowerCase(), credentials: {} });
}
