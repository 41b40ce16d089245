import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";

const worthKeeping = /signature|encrypted|redacted/i;
const encrypted = /encrypted/i;

/**
 * The provider metadata that must be sent back in the next turn: signatures and encrypted thinking, with the id of its item. Other ids
 * of items stored at the provider are dropped: they are useless for another account or once they expire.
 */
export function keptMetadata(metadata: SharedV4ProviderMetadata | undefined): SharedV4ProviderMetadata | undefined {
  const kept = Object.entries(metadata ?? {}).flatMap(([provider, fields]) => {
    const given = Object.entries(fields ?? {}).filter(([, value]) => value != null);
    const isEncrypted = given.some(([name]) => encrypted.test(name));
    const entries = given.filter(([name]) => worthKeeping.test(name) || (isEncrypted && name === "itemId"));
    return entries.length === 0 ? [] : [[provider, Object.fromEntries(entries)] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Metadata sent back by a client, which may have changed it: undefined if no provider could have produced it. */
export function readMetadata(value: unknown): SharedV4ProviderMetadata | undefined {
  const isMetadata = isRecord(value) && Object.values(value).every(isRecord) && !isNestedTooDeeply(value);
  return isMetadata ? (value as SharedV4ProviderMetadata) : undefined;
}
