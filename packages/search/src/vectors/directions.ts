/** The sum of vectors of the same length, each scaled to length 1: the direction that they have in common. */
export function commonDirection(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    const length = Math.sqrt(dot(vector, vector));
    for (let place = 0; length > 0 && place < sum.length; place++) {
      sum[place] = (sum[place] as number) + (vector[place] as number) / length;
    }
  }
  return sum;
}

/** The mean cosine of all pairs of vectors. */
export function meanCosine(vectors: readonly Float32Array[]): number {
  const sum = commonDirection(vectors);
  const count = vectors.length;
  return (dot(sum, sum) - count) / (count * (count - 1));
}

/** The cosine of two vectors; 0 if one of them has no direction. */
export function cosine(left: Float32Array, right: Float32Array): number {
  const length = Math.sqrt(dot(left, left) * dot(right, right));
  return length > 0 ? dot(left, right) / length : 0;
}

function dot(left: Float32Array, right: Float32Array): number {
  let product = 0;
  for (let place = 0; place < left.length; place++) {
    product += (left[place] as number) * (right[place] as number);
  }
  return product;
}
