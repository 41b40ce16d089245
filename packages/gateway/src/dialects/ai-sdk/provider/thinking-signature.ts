import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
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
  return prefix + Buffer.from(JSON.stringify(thought)).toString("base64url");
}

/** Decodes a signature of this upstream; undefined for thinking of other models, which a provider would reject. */
export function readThought(signature: unknown, upstream: string): SignedThought | undefined {
  if (typeof signature !== "string" || !signature.startsWith(prefix)) return undefined;
  try {
    const thought = JSON.parse(Buffer.from(signature.slice(prefix.length), "base64url").toString()) as SignedThought;
    if (thought.upstream !== upstream) return undefined;
    const metadata = readMetadata(thought.metadata);
    return metadata === undefined ? { upstream } : { upstream, metadata };
  } catch {
    return undefined;
  }
}
