import { kernelOn } from "../vectors/vector-kernel.ts";
import type { EmbeddingTable } from "./embedding-table.ts";

const pageSize = 65_536;
const step = 16;
/** How many rows are added at once. */
const maxNumbers = 1_024;

/** Sums rows of a table: the hot path of embedding a text. */
export interface RowSum {
  /** Adds a row to the sum. */
  add(row: number): void;
  /** Adds a row times a weight. */
  addWeighted(row: number, weight: number): void;
  /** Writes the sum and starts a new one. */
  take(into: Float32Array): void;
}

/** Uses WebAssembly SIMD if available, otherwise plain loops. */
export function createRowSum(table: EmbeddingTable): RowSum {
  return (table.dimensions % step === 0 ? kernelSum(table) : undefined) ?? plainSum(table);
}

function kernelSum({ dimensions, rows, scales }: EmbeddingTable): RowSum | undefined {
  const numbersStart = dimensions * Float32Array.BYTES_PER_ELEMENT;
  const scalesStart = numbersStart + maxNumbers * Int32Array.BYTES_PER_ELEMENT;
  const rowsStart = scalesStart + Math.ceil(scales.byteLength / step) * step;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((rowsStart + rows.length) / pageSize) });
  const kernel = kernelOn(memory);
  if (kernel === undefined) {
    return undefined;
  }
  new Int8Array(memory.buffer).set(rows, rowsStart);
  new Float32Array(memory.buffer, scalesStart).set(scales);
  const sum = new Float32Array(memory.buffer, 0, dimensions);
  const numbers = new Int32Array(memory.buffer, numbersStart, maxNumbers);
  const storedRows = new Int8Array(memory.buffer, rowsStart, rows.length);
  let count = 0;
  const addAll = (): void => {
    const numbersEnd = numbersStart + count * Int32Array.BYTES_PER_ELEMENT;
    kernel.addRows(rowsStart, scalesStart, numbersStart, numbersEnd, 0, dimensions);
    count = 0;
  };
  return {
    add(row) {
      if (count === maxNumbers) {
        addAll();
      }
      numbers[count++] = row;
    },
    addWeighted: (row, weight) => addRow(sum, storedRows, row, (scales[row] as number) * weight),
    take(into) {
      addAll();
      into.set(sum);
      sum.fill(0);
    },
  };
}

function plainSum({ dimensions, rows, scales }: EmbeddingTable): RowSum {
  const sum = new Float32Array(dimensions);
  return {
    add: (row) => addRow(sum, rows, row, scales[row] as number),
    addWeighted: (row, weight) => addRow(sum, rows, row, (scales[row] as number) * weight),
    take(into) {
      into.set(sum);
      sum.fill(0);
    },
  };
}

function addRow(sum: Float32Array, rows: Int8Array, row: number, scale: number): void {
  const dimensions = sum.length;
  const start = row * dimensions;
  for (let index = 0; index < dimensions; index++) {
    sum[index] = (sum[index] as number) + scale * (rows[start + index] as number);
  }
}
