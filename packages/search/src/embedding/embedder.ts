/**
 * Turns texts into vectors whose direction carries their meaning.
 * The package ships one that needs no download (`createStaticEmbedder`); plug in a transformer or a remote API by implementing this.
 */
export interface Embedder {
  readonly specificationVersion: "v1";
  /** Identifies the vector space: vectors of another id are never compared, and a snapshot made with another is not used. */
  readonly id: string;
  /** One vector a text, in order, all of one length. A text without a meaning it knows gives a vector of zeros. */
  embed(texts: readonly string[], purpose: "tool" | "query"): Vectors | Promise<Vectors>;
}

/** One vector a text. */
export type Vectors = readonly Float32Array[];
