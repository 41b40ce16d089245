import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";

const worthKeeping = /signature|encrypted|redacted/i;

/**
 * What of a provider's metadata has to come back in the next turn: signatures and encrypted thoughts. Ids of items that the provider
 * stores are left out, because they are no use to another account or after their time.
 */
export function keptMetadata(metadata: SharedV4ProviderMetadata | undefined): SharedV4ProviderMetadata | undefined {
  const kept = Object.entries(metadata ?? {}).flatMap(([provider, fields]) => {
    const entries = Object.entries(fields ?? {}).filter(([name, value]) => worthKeeping.test(name) && value != null);
    return entries.length === 0 ? [] : [[provider, Object.fromEntries(entries)] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Metadata that came back from a client, which may have put anything in its place: undefined for what no provider could have made. */
export function readMetadata(value: unknown): SharedV4ProviderMetadata | undefined {
  const isMetadata = isRecord(value) && Object.values(value).every(isRecord) && !isNestedTooDeeply(value);
  return isMetadata ? (value as SharedV4ProviderMetadata) : undefined;
}
