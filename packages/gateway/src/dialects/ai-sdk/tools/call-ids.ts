import { createHash } from "node:crypto";
import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { keptMetadata, readMetadata } from "../provider/kept-metadata.ts";
import type { ProviderTraits } from "../provider/provider-traits.ts";

const prefix = "call_tc_";
const takenByClients = /^[a-zA-Z0-9_-]{1,128}$/;

/** A call's id at the provider, and what the provider wants to see again beside it. */
export interface ProviderCall {
  readonly id: string;
  readonly metadata?: SharedV4ProviderMetadata | undefined;
}

/**
 * The id that the client sees: the provider's own where the Messages API could have made it. Otherwise (`functions.Bash:0`, or a call
 * that comes with a signature) everything is in the id, since nothing else of a call is sure to come back.
 */
export function toClientCallId({ id, metadata }: ProviderCall): string {
  const kept = keptMetadata(metadata);
  if (kept === undefined && takenByClients.test(id) && !id.startsWith(prefix)) return id;
  return prefix + Buffer.from(JSON.stringify(kept === undefined ? [id] : [id, kept])).toString("base64url");
}

/** The id that the provider is given, from one that the client sent: its own again, or one that it takes. */
export function toProviderCall(clientId: string, traits: ProviderTraits): ProviderCall {
  const { id, metadata } = decode(clientId) ?? { id: clientId };
  return { id: traits.callIds.test(id) ? id : hashed(id, traits.callIdLength), metadata };
}

function decode(clientId: string): ProviderCall | undefined {
  if (!clientId.startsWith(prefix)) return undefined;
  try {
    const [id, metadata] = JSON.parse(Buffer.from(clientId.slice(prefix.length), "base64url").toString()) as unknown[];
    return typeof id === "string" ? { id, metadata: readMetadata(metadata) } : undefined;
  } catch {
    return undefined;
  }
}

function hashed(id: string, length: number): string {
  return createHash("sha256").update(id).digest("hex").slice(0, length);
}
