/** Solves `matrix · x = right` for a small positive definite matrix, row after row in one array, by elimination. Both are used up. */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot++) {
    for (let row = pivot + 1; row < size; row++) {
      const factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
      for (let column = pivot; column < size; column++) {
        matrix[row * size + column] -= factor * matrix[pivot * size + column];
      }
      right[row] -= factor * right[pivot];
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let column = row + 1; column < size; column++) right[row] -= matrix[row * size + column] * right[column];
    right[row] /= matrix[row * size + row];
  }
  return right;
}
