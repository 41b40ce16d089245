import { kernelOn, type VectorKernel } from "./vector-kernel.ts";

const pageSize = 65_536;
const bytesPerStep = 16;

/**
 * One bit a number of a vector: its sign. How many bits two codes differ in tells how far apart their vectors are, roughly, at a thirtieth of
 * the cost of the exact product: enough to choose, among a million tools, the thousand that are worth an exact look.
 */
export class CodeMatrix {
  /** Bits of a code. */
  readonly bits: number;
  readonly #bytes: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: VectorKernel | undefined;
  #capacity = 0;
  #codes: Uint8Array;

  constructor(dimensions: number, options: { readonly plain?: boolean } = {}) {
    this.bits = dimensions;
    this.#bytes = Math.ceil(dimensions / 8 / bytesPerStep) * bytesPerStep;
    this.#memory = new WebAssembly.Memory({ initial: 1 });
    this.#kernel = options.plain === true ? undefined : kernelOn(this.#memory);
    this.#codes = new Uint8Array(this.#memory.buffer);
  }

  /** Takes the signs of a slot's numbers. */
  set(slot: number, row: Int8Array): void {
    this.#ensure(slot + 1);
    this.#write(row, this.#bytes * (slot + 1));
  }

  /** How many bits each of the first slots differs in from the query; valid until the next call. */
  distances(query: Int8Array | Int16Array, slots: number): Int32Array {
    this.#ensure(slots);
    this.#write(query, 0);
    const resultsStart = this.#bytes * (this.#capacity + 1);
    const results = new Int32Array(this.#memory.buffer, resultsStart, slots);
    if (this.#kernel === undefined) {
      for (let slot = 0; slot < slots; slot++) {
        results[slot] = this.#plainDistance(this.#bytes * (slot + 1));
      }
    } else {
      this.#kernel.distances(this.#bytes, slots, 0, this.#bytes, resultsStart);
    }
    return results;
  }

  /** How many bits the last query differs in from a slot that holds nothing. */
  distanceOfZeros(): number {
    let distance = 0;
    for (let index = 0; index < this.#bytes; index++) {
      distance += bitsOf(this.#codes[index] as number);
    }
    return distance;
  }

  #write(row: Int8Array | Int16Array, start: number): void {
    this.#codes.fill(0, start, start + this.#bytes);
    for (let index = 0; index < this.bits; index++) {
      if ((row[index] as number) > 0) {
        const place = start + (index >> 3);
        this.#codes[place] = (this.#codes[place] as number) | (1 << (index & 7));
      }
    }
  }

  #plainDistance(start: number): number {
    let distance = 0;
    for (let index = 0; index < this.#bytes; index++) {
      distance += bitsOf((this.#codes[start + index] as number) ^ (this.#codes[index] as number));
    }
    return distance;
  }

  #ensure(slots: number): void {
    if (slots <= this.#capacity) {
      return;
    }
    const capacity = Math.max(slots, Math.ceil(this.#capacity * 1.5));
    const bytes = this.#bytes * (capacity + 1) + capacity * Int32Array.BYTES_PER_ELEMENT;
    const missingPages = Math.ceil((bytes - this.#memory.buffer.byteLength) / pageSize);
    if (missingPages > 0) {
      this.#memory.grow(missingPages);
      this.#codes = new Uint8Array(this.#memory.buffer);
    }
    // The results of the last look lie where the new codes will be.
    this.#codes.fill(0, this.#bytes * (this.#capacity + 1), this.#bytes * (capacity + 1));
    this.#capacity = capacity;
  }
}

function bitsOf(byte: number): number {
  let bits = 0;
  for (let rest = byte; rest !== 0; rest &= rest - 1) {
    bits++;
  }
  return bits;
}
