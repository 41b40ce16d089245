import { decodeBase64 } from "../text/base64.ts";
import { vectorKernelBase64 } from "./vector-kernel.generated.ts";

/** What the WebAssembly module does; see `kernels/vector-kernel.wat`. */
export interface VectorKernel {
  dot(row: number, query: number, dimensions: number): number;
  dots(rows: number, count: number, query: number, dimensions: number, results: number): void;
  dotsAt(rows: number, count: number, query: number, dimensions: number, slotsAndResults: number): void;
  distances(codes: number, count: number, query: number, bytes: number, results: number, counts: number): void;
  within(distances: number, count: number, farthest: number, places: number): number;
  quantise(vector: number, row: number, dimensions: number, scale: number): void;
  addRows(rows: number, scales: number, numbers: number, numbersEnd: number, sum: number, dimensions: number): void;
}

let compiled: WebAssembly.Module | null | undefined;

/** The kernel on a memory, or undefined if the runtime has no WebAssembly SIMD or does not allow compilation. */
export function kernelOn(memory: WebAssembly.Memory): VectorKernel | undefined {
  compiled ??= compile();
  if (compiled === null) {
    return undefined;
  }
  return new WebAssembly.Instance(compiled, { vectors: { memory } }).exports as unknown as VectorKernel;
}

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(decodeBase64(vectorKernelBase64));
  } catch {
    return null;
  }
}
