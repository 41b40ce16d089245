/**
 * Turns texts into vectors whose direction represents their meaning.
 * The package includes one that needs no download (`createStaticEmbedder`); implement this to use a transformer or a
 * remote API.
 */
export interface Embedder {
  readonly specificationVersion: "v1";
  /** Identifies the vector space: vectors with different ids are never compared, not even from a snapshot. */
  readonly id: string;
  /** One vector per text, in order, all of the same length. A text without known words gives a zero vector. */
  embed(texts: readonly string[], purpose: "tool" | "query"): Vectors | Promise<Vectors>;
}

/** One vector per text. */
export type Vectors = readonly Float32Array[];
