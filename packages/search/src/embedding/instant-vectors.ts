import type { Embedder, Vectors } from "./embedder.ts";

const instant = new WeakMap<Embedder, (texts: readonly string[]) => Vectors | undefined>();

/** Says that an embedder can embed at once, without a promise, once it is loaded. */
export function declareInstant(embedder: Embedder, embed: (texts: readonly string[]) => Vectors | undefined): Embedder {
  instant.set(embedder, embed);
  return embedder;
}

/** The vectors of some texts, if the embedder or its fallback has them at once: not if it is slow, remote or not loaded. */
export function instantVectors(embedder: Embedder | undefined, texts: readonly string[]): Vectors | undefined {
  if (embedder === undefined) {
    return undefined;
  }
  const embed = instant.get(embedder);
  return embed === undefined ? instantVectors(embedder.fallback, texts) : embed(texts);
}
