import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { sha256 } from "../../../hash/sha256.ts";
import { decodeOpaque, encodeOpaque } from "../../../inner-form/opaque-text.ts";
import { keptMetadata, readMetadata } from "./kept-metadata.ts";

const prefix = "call_tc_";
const takenByClients = /^[a-zA-Z0-9_-]{1,128}$/;

/** A call's id at the provider, and the metadata that the provider needs back with it. */
export interface ProviderCall {
  readonly id: string;
  readonly metadata?: SharedV4ProviderMetadata | undefined;
}

/**
 * The id for the client: the provider's own if it is valid in the Messages API. Otherwise (`functions.Bash:0`, or a
 * call with a signature) the id encodes everything, because no other field of a call is guaranteed to come back.
 */
export function toClientCallId({ id, metadata }: ProviderCall): string {
  const kept = keptMetadata(metadata);
  if (kept === undefined && takenByClients.test(id) && !id.startsWith(prefix)) return id;
  return encodeOpaque(prefix, kept === undefined ? [id] : [id, kept]);
}

/** The id for the provider, from the client's id: the original one, or one that the provider accepts. */
export function toProviderCall(
  clientId: string,
  traits: { readonly callIds: RegExp; readonly callIdLength: number },
): ProviderCall {
  const { id, metadata } = decode(clientId) ?? { id: clientId };
  return { id: traits.callIds.test(id) ? id : hashed(id, traits.callIdLength), metadata };
}

function decode(clientId: string): ProviderCall | undefined {
  const value = decodeOpaque(prefix, clientId);
  const [id, metadata] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof id === "string" ? { id, metadata: readMetadata(metadata) } : undefined;
}

function hashed(id: string, length: number): string {
  return sha256(id, "hex").slice(0, length);
}
