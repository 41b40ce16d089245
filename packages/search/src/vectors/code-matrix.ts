import { kernelOn, type VectorKernel } from "./vector-kernel.ts";

const pageSize = 65_536;
const bytesPerStep = 32;

/** The result of `distances`. */
export interface CodeDistances {
  /** The number of differing bits, by slot. */
  readonly distances: Uint16Array;
  /** The number of slots for each number of differing bits. */
  readonly counts: Uint32Array;
}

/**
 * One bit per value of a vector: its sign. The number of differing bits approximates the distance of two vectors at a
 * thirtieth of the cost of the exact product: enough to choose, among a million tools, the thousand that are worth
 * comparing exactly.
 */
export class CodeMatrix {
  /** The number of bits of a code. */
  readonly bits: number;
  readonly #bytes: number;
  readonly #countsStart: number;
  readonly #codesStart: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: VectorKernel | undefined;
  #capacity = 0;
  #codes: Uint8Array;

  constructor(dimensions: number, options: { readonly plain?: boolean } = {}) {
    this.bits = dimensions;
    this.#bytes = Math.ceil(dimensions / 8 / bytesPerStep) * bytesPerStep;
    this.#countsStart = this.#bytes;
    this.#codesStart = this.#countsStart + roundUp((this.bits + 1) * Uint32Array.BYTES_PER_ELEMENT);
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#codesStart / pageSize) });
    this.#kernel = options.plain === true ? undefined : kernelOn(this.#memory);
    this.#codes = new Uint8Array(this.#memory.buffer);
  }

  /** Stores the signs of a slot's values. */
  set(slot: number, row: Int8Array): void {
    this.#ensure(slot + 1);
    this.#write(row, this.#codesStart + this.#bytes * slot);
  }

  /**
   * In how many bits each of the first slots differs from the query, and how many slots there are per distance; valid
   * until the next call.
   */
  distances(query: Int8Array | Int16Array, slots: number): CodeDistances {
    this.#ensure(slots);
    this.#write(query, 0);
    const distances = new Uint16Array(this.#memory.buffer, this.#distancesStart, slots);
    const counts = new Uint32Array(this.#memory.buffer, this.#countsStart, this.bits + 1);
    counts.fill(0);
    if (this.#kernel === undefined) {
      for (let slot = 0; slot < slots; slot++) {
        const distance = this.#plainDistance(this.#codesStart + this.#bytes * slot);
        distances[slot] = distance;
        counts[distance] = (counts[distance] as number) + 1;
      }
    } else {
      this.#kernel.distances(this.#codesStart, slots, 0, this.#bytes, this.#distancesStart, this.#countsStart);
    }
    return { distances, counts };
  }

  /** The slots among the first ones within this distance in the last call of `distances`; valid until the next call. */
  within(farthest: number, slots: number): Int32Array {
    const placesStart = this.#distancesStart + roundUp(this.#capacity * Uint16Array.BYTES_PER_ELEMENT);
    const places = new Int32Array(this.#memory.buffer, placesStart, slots);
    let found = 0;
    if (this.#kernel === undefined) {
      const distances = new Uint16Array(this.#memory.buffer, this.#distancesStart, slots);
      for (let slot = 0; slot < slots; slot++) {
        if ((distances[slot] as number) <= farthest) {
          places[found++] = slot;
        }
      }
    } else {
      found = this.#kernel.within(this.#distancesStart, slots, farthest, placesStart);
    }
    return places.subarray(0, found);
  }

  /** The distance of the last query from an empty slot. */
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

  get #distancesStart(): number {
    return this.#codesStart + this.#bytes * this.#capacity;
  }

  #ensure(slots: number): void {
    if (slots <= this.#capacity) {
      return;
    }
    const capacity = Math.max(slots, Math.ceil(this.#capacity * 1.5));
    const codesEnd = this.#codesStart + this.#bytes * capacity;
    const bytes =
      codesEnd + roundUp(capacity * Uint16Array.BYTES_PER_ELEMENT) + capacity * Int32Array.BYTES_PER_ELEMENT;
    const missingPages = Math.ceil((bytes - this.#memory.buffer.byteLength) / pageSize);
    if (missingPages > 0) {
      this.#memory.grow(missingPages);
      this.#codes = new Uint8Array(this.#memory.buffer);
    }
    // The last results are where the new codes will be.
    this.#codes.fill(0, this.#distancesStart, codesEnd);
    this.#capacity = capacity;
  }
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / bytesPerStep) * bytesPerStep;
}

function bitsOf(byte: number): number {
  let bits = 0;
  for (let rest = byte; rest !== 0; rest &= rest - 1) {
    bits++;
  }
  return bits;
}
