import { normalise } from "../math/vectors.ts";
import type { EmbeddingTable } from "./table-file.ts";
import { WordPieces } from "./word-pieces.ts";

/** A text's vector: the sum of its pieces' vectors, brought to length 1. */
export class TextEmbedder {
  readonly dimensions: number;
  readonly #vectors: Float32Array;
  readonly #wordPieces: WordPieces;

  constructor(table: EmbeddingTable) {
    this.dimensions = table.dimensions;
    this.#vectors = table.vectors;
    this.#wordPieces = new WordPieces(table.vocabulary);
  }

  embed(text: string): Float32Array {
    const sum = new Float32Array(this.dimensions);
    for (const id of this.#wordPieces.idsOf(text)) {
      const offset = id * this.dimensions;
      for (let axis = 0; axis < this.dimensions; axis++) sum[axis] += this.#vectors[offset + axis] as number;
    }
    normalise(sum);
    return sum;
  }
}
