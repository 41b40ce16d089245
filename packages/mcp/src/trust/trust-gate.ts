import type { HeldItem, ReviewedItem } from "./reviewed-item.ts";

/** Decides which parts of a server's lists may be used. */
export interface TrustGate {
  readonly specificationVersion: "v1";
  /** Sorts each item into exactly one of the two lists, in the given order. Called again whenever a server's lists are read. */
  review(
    server: string,
    items: readonly ReviewedItem[],
  ): { readonly allowed: readonly ReviewedItem[]; readonly held: readonly HeldItem[] };
  /** Calls back when the decision may have changed; returns a function that stops it. */
  onChange?(listener: () => void): () => void;
}
