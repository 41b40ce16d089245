import type { PooledTool } from "../pool/pooled-tool.ts";
import type { HeldTool } from "../pool/server-status.ts";

/** Decides which tools of a list may be used. */
export interface TrustGate {
  review(
    server: string,
    tools: readonly PooledTool[],
  ): { readonly allowed: readonly PooledTool[]; readonly held: readonly HeldTool[] };
}
