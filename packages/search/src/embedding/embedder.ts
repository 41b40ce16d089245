import type { EnglishWord } from "../languages/language-reader.ts";

/**
 * Turns texts into vectors whose direction represents their meaning.
 * The package includes one that needs no download (`createStaticEmbedder`); implement this to use a transformer or a
 * remote API.
 */
export interface Embedder {
  readonly specificationVersion: "v1";
  /** Identifies the vector space: vectors with different ids are never compared, not even from a snapshot. */
  readonly id: string;
  /**
   * Which texts of a tool are embedded. `three`: its name; its name with the first sentence; its server, name and the
   * start of its description. `one`, for a slow embedder: the last of these. Default: `three`.
   */
  readonly toolViews?: "three" | "one";
  /**
   * How its similarities spread, so that the hybrid ranker weighs them by numbers that were fitted to such an embedder.
   * `table`: texts that have nothing in common are near 0. `transformer`: they are well above it, 0.3 to 0.5, and every
   * tool is somewhat near. Default: `table`.
   */
  readonly similarities?: "table" | "transformer";
  /**
   * A faster embedder that answers while tools still lack vectors of this one, if this one fails, and for queries that
   * this one cannot read. Default: none; until all tools have vectors, only words are compared.
   */
  readonly fallback?: Embedder;
  /** Whether it was made for the language of a query. Default: for all. */
  canRead?(query: string): boolean;
  /**
   * Whether a word, in lower case, is in its vocabulary. A query without any word that the embedder or a tool knows, such
   * as a mash of letters, is not compared by meaning. Default: it knows every word.
   */
  knowsWord?(word: string): boolean;
  /** One vector per text, in order, all of the same length. A text without known words gives a zero vector. */
  embed(texts: readonly string[], purpose: "tool" | "query"): Vectors | Promise<Vectors>;
  /**
   * The same for texts in other languages, each as the English words that a `LanguageReader` read. Default: such texts
   * are embedded as they are.
   */
  embedWords?(texts: readonly (readonly EnglishWord[])[], purpose: "tool" | "query"): Vectors | Promise<Vectors>;
}

/** One vector per text. */
export type Vectors = readonly Float32Array[];
