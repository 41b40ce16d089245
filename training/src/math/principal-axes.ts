import { rowProducts } from "./matrices.ts";

/** One vector in so many is looked at: enough for the directions of hundreds of thousands. */
const samplingStep = 7;
const maxSweeps = 12;

/** The directions along which vectors differ most, largest first, as rows of length 1. */
export function principalAxes(vectors: Float32Array, dimensions: number, axisCount: number): Float32Array {
  const moments = secondMoments(vectors, dimensions);
  const axes = identity(dimensions);
  diagonalise(moments, axes, dimensions);
  const order = Array.from({ length: dimensions }, (_, index) => index).sort(
    (a, b) => moments[b * dimensions + b] - moments[a * dimensions + a],
  );
  const principal = new Float32Array(axisCount * dimensions);
  for (let row = 0; row < axisCount; row++) {
    for (let axis = 0; axis < dimensions; axis++) {
      principal[row * dimensions + axis] = axes[axis * dimensions + (order[row] as number)];
    }
  }
  return principal;
}

/** Each vector in the coordinates of the given axes. */
export function project(vectors: Float32Array, dimensions: number, axes: Float32Array): Float32Array {
  return rowProducts(vectors, axes, dimensions);
}

function secondMoments(vectors: Float32Array, dimensions: number): Float64Array {
  const moments = new Float64Array(dimensions * dimensions);
  for (let offset = 0; offset < vectors.length; offset += samplingStep * dimensions) {
    for (let i = 0; i < dimensions; i++) {
      const value = vectors[offset + i];
      for (let j = 0; j <= i; j++) moments[i * dimensions + j] += value * vectors[offset + j];
    }
  }
  for (let i = 0; i < dimensions; i++)
    for (let j = 0; j < i; j++) moments[j * dimensions + i] = moments[i * dimensions + j];
  return moments;
}

function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let index = 0; index < size; index++) matrix[index * size + index] = 1;
  return matrix;
}

/** Jacobi's method: turns pairs of axes until the matrix is diagonal; `axes` collects the turns as columns. */
function diagonalise(matrix: Float64Array, axes: Float64Array, size: number): void {
  let turned = true;
  for (let sweep = 0; turned && sweep < maxSweeps; sweep++) {
    turned = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const offDiagonal = matrix[p * size + q];
        const difference = matrix[q * size + q] - matrix[p * size + p];
        if (Math.abs(offDiagonal) <= 1e-9 * Math.abs(difference)) continue;
        turned = true;
        const theta = difference / (2 * offDiagonal);
        const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const cosine = 1 / Math.sqrt(tangent * tangent + 1);
        const sine = tangent * cosine;
        turnColumns(matrix, size, p, q, cosine, sine);
        turnRows(matrix, size, p, q, cosine, sine);
        turnColumns(axes, size, p, q, cosine, sine);
      }
    }
  }
}

function turnColumns(matrix: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let row = 0; row < size * size; row += size) {
    const atP = matrix[row + p];
    const atQ = matrix[row + q];
    matrix[row + p] = cosine * atP - sine * atQ;
    matrix[row + q] = sine * atP + cosine * atQ;
  }
}

function turnRows(matrix: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let column = 0; column < size; column++) {
    const atP = matrix[p * size + column];
    const atQ = matrix[q * size + column];
    matrix[p * size + column] = cosine * atP - sine * atQ;
    matrix[q * size + column] = sine * atP + cosine * atQ;
  }
}
