import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { isRecord } from "@toolcrib/shared/json";
import { decodeOpaque, encodeOpaque } from "../../../inner-form/opaque-text.ts";
import { keptMetadata, readMetadata } from "../../shared/tools/kept-metadata.ts";

const prefix = "toolcrib.";

interface SignedThought {
  readonly upstream: string;
  readonly metadata?: SharedV4ProviderMetadata;
}

/**
 * The signature of a thinking block: the upstream, and the metadata that the provider needs back. A client returns it
 * unchanged, as it does with the API's own signatures.
 */
export function signThought(upstream: string, metadata: SharedV4ProviderMetadata | undefined): string {
  const kept = keptMetadata(metadata);
  const thought: SignedThought = kept === undefined ? { upstream } : { upstream, metadata: kept };
  return encodeOpaque(prefix, thought);
}

/** Decodes a signature of this upstream; undefined for thinking of other models, which a provider would reject. */
export function readThought(signature: unknown, upstream: string): SignedThought | undefined {
  const thought = decodeOpaque(prefix, signature);
  if (!isRecord(thought) || thought["upstream"] !== upstream) return undefined;
  const metadata = readMetadata(thought["metadata"]);
  return metadata === undefined ? { upstream } : { upstream, metadata };
}
