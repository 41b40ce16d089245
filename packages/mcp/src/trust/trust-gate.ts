import type { HeldItem, ReviewedItem } from "./reviewed-item.ts";

/** Decides what of a server's lists may be used. */
export interface TrustGate {
  review(
    server: string,
    items: readonly ReviewedItem[],
  ): { readonly allowed: readonly ReviewedItem[]; readonly held: readonly HeldItem[] };
  /** Hears that the decision may be another one now; returns what ends it. */
  onChange?(listener: () => void): () => void;
}
