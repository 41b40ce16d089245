/** Adds rows of `table` into `sum`, one for each id. */
export function addRows(sum: Float32Array, table: Float32Array, ids: Int32Array): void {
  const dimensions = sum.length;
  for (let index = 0; index < ids.length; index++) {
    const offset = ids[index] * dimensions;
    for (let axis = 0; axis < dimensions; axis++) sum[axis] += table[offset + axis];
  }
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += a[axis] * b[axis];
  return sum;
}

/** Brings a vector to length 1 in place and returns the length it had. */
export function normalise(vector: Float32Array): number {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let axis = 0; axis < vector.length; axis++) vector[axis] /= length;
  return length;
}

export function normaliseRows(vectors: Float32Array, dimensions: number): void {
  for (let start = 0; start < vectors.length; start += dimensions)
    normalise(vectors.subarray(start, start + dimensions));
}

/**
 * What a gradient at a vector of length 1 means for the vector before it was brought to that length:
 * the part along the vector has no effect, and the rest shrinks with the length.
 */
export function backThroughNormalise(gradient: Float32Array, unit: Float32Array, length: number): void {
  const along = dot(gradient, unit);
  for (let axis = 0; axis < gradient.length; axis++) gradient[axis] = (gradient[axis] - along * unit[axis]) / length;
}
