import { EncoderError } from "../errors/encoder-error.ts";
import { startKernel } from "../kernel/encoder-kernel.ts";
import type { Weights } from "../weights/weights-file.ts";

/** Tokens in a batch: enough to use each weight often while it is near the processor. A multiple of four. */
const batchRows = 128;

const pageSize = 65_536;
const alignment = 64;

/** Where a thread's own data lies in the memory. */
export interface ThreadMemory {
  readonly scratch: number;
  readonly tokens: number;
  readonly lengths: number;
  readonly output: number;
}

/** A memory with the weights, shared by all threads, and a place for each thread's own data. */
export interface ModelMemory {
  readonly memory: WebAssembly.Memory;
  readonly weights: number;
  /** Place 0 is for the main thread. */
  readonly threads: readonly ThreadMemory[];
  /** Tokens that fit into a batch. */
  readonly rows: number;
}

/** Copies the weights into a memory that `threads` worker threads share with the main thread. */
export function createModelMemory({ shape, image }: Weights, threads: number): ModelMemory {
  const rows = Math.max(batchRows, Math.ceil(shape.positions / 4) * 4);
  const scratchBytes = measure(shape, rows);
  let at = aligned(image.byteLength);
  const take = (bytes: number): number => {
    const start = at;
    at = aligned(at + bytes);
    return start;
  };
  const places = Array.from({ length: threads + 1 }, () => ({
    scratch: take(scratchBytes),
    tokens: take(rows * 4),
    lengths: take(rows * 4),
    output: take(rows * shape.width * 4),
  }));
  const memory = createMemory(Math.ceil(at / pageSize));
  new Uint8Array(memory.buffer).set(image);
  return { memory, weights: 0, threads: places, rows };
}

function measure(shape: Weights["shape"], rows: number): number {
  return startKernel(createMemory(1), shape).scratchBytes(rows);
}

function createMemory(pages: number): WebAssembly.Memory {
  try {
    // The maximum must not exceed the one that the kernel declares; it reserves addresses, not memory.
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (cause) {
    const reason = `there is no shared memory of ${Math.ceil((pages * pageSize) / 1e6)} MB`;
    throw new EncoderError("encoder_not_supported", { reason }, { cause });
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
