/** All dot products between the rows of two matrices whose rows have the same width. */
export function rowProducts(left: Float32Array, right: Float32Array, width: number): Float32Array {
  const leftCount = left.length / width;
  const rightCount = right.length / width;
  const products = new Float32Array(leftCount * rightCount);
  for (let i = 0; i < leftCount; i++) {
    const at = i * width;
    // Four at a time: each number of the left row is read once for four products.
    for (let j = 0; j < rightCount; j += 4) {
      const at0 = j * width;
      const at1 = at0 + width;
      const at2 = at1 + width;
      const at3 = at2 + width;
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      for (let axis = 0; axis < width; axis++) {
        const value = left[at + axis];
        sum0 += value * right[at0 + axis];
        sum1 += value * right[at1 + axis];
        sum2 += value * right[at2 + axis];
        sum3 += value * right[at3 + axis];
      }
      const to = i * rightCount + j;
      products[to] = sum0;
      products[to + 1] = sum1;
      products[to + 2] = sum2;
      products[to + 3] = sum3;
    }
  }
  return products;
}

export function transpose(matrix: Float32Array, width: number): Float32Array {
  const height = matrix.length / width;
  const transposed = new Float32Array(matrix.length);
  for (let i = 0; i < height; i++) for (let j = 0; j < width; j++) transposed[j * height + i] = matrix[i * width + j];
  return transposed;
}
