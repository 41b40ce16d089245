import { describeValue } from "@toolcrib/shared/errors";
import type { Vectors } from "../embedding/embedder.ts";
import { SearchError } from "../errors/search-error.ts";

/** Embedders are external code: their output is validated once, here. */
export function checkedVectors(vectors: Vectors, count: number, dimensions: number | undefined): Vectors {
  if (!Array.isArray(vectors) || vectors.length !== count) {
    throw new SearchError("invalid_vector", { expected: `${count} vectors`, received: describeValue(vectors) });
  }
  for (const vector of vectors) {
    const length = dimensions ?? vectors[0]?.length;
    if (!(vector instanceof Float32Array) || vector.length === 0 || vector.length !== length) {
      throw new SearchError("invalid_vector", {
        expected: `a Float32Array of length ${length ?? "1 or more"}`,
        received: vector instanceof Float32Array ? `one of length ${vector.length}` : describeValue(vector),
      });
    }
    if (!hasOnlyFinite(vector)) {
      throw new SearchError("invalid_vector", { expected: "finite numbers", received: "NaN or infinity" });
    }
  }
  return vectors;
}

/** A sum is finite only if all its values are. Two sums, because each addition waits for the previous one. */
function hasOnlyFinite(vector: Float32Array): boolean {
  const { length } = vector;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    even += vector[index] as number;
    odd += vector[index + 1] ?? 0;
  }
  return Number.isFinite(even + odd);
}
