const smallestBlock = 2;

/** The lists of a pool: their lengths, and all values one after the other. */
export interface PoolArrays {
  readonly lengths: Uint32Array;
  readonly values: Uint32Array;
}

/**
 * Many growing lists of 32-bit numbers in one typed array.
 * A list is stored in one block whose size is a power of two; when it is full it moves to a block of twice the size,
 * and its old block is reused by the next list that needs one. Appending takes amortized constant time, and a list is
 * read as one slice.
 */
export class PostingPool {
  #data: Uint32Array;
  #used: number;
  #start: Uint32Array;
  #length: Uint32Array;
  #lists: number;
  readonly #free: number[][] = [];

  constructor() {
    this.#data = new Uint32Array(1024);
    this.#used = 0;
    this.#start = new Uint32Array(256);
    this.#length = new Uint32Array(256);
    this.#lists = 0;
  }

  get lists(): number {
    return this.#lists;
  }

  /** The array of all lists; it is replaced when it grows, so read it again after each append. */
  get data(): Uint32Array {
    return this.#data;
  }

  /** Creates an empty list and returns its number. */
  addList(): number {
    if (this.#lists === this.#start.length) {
      const lists = Math.max(256, this.#lists * 2);
      this.#start = grow(this.#start, lists);
      this.#length = grow(this.#length, lists);
    }
    return this.#lists++;
  }

  startOf(list: number): number {
    return this.#start[list] as number;
  }

  lengthOf(list: number): number {
    return this.#length[list] as number;
  }

  append(list: number, value: number): void {
    const length = this.#length[list] as number;
    if (length === 0) {
      this.#start[list] = this.#allocate(smallestBlock);
    } else if (length >= smallestBlock && (length & (length - 1)) === 0) {
      this.#move(list, length);
    }
    this.#data[(this.#start[list] as number) + length] = value;
    this.#length[list] = length + 1;
  }

  /** Fills an empty list. */
  fill(list: number, values: ArrayLike<number>): void {
    if (values.length > 0) {
      const start = this.#allocate(blockFor(values.length));
      this.#start[list] = start;
      this.#length[list] = values.length;
      this.#data.set(values, start);
    }
  }

  /** Keeps the values of a list that pass the test, in order. */
  retain(list: number, keep: (value: number) => boolean): void {
    const start = this.#start[list] as number;
    const end = start + (this.#length[list] as number);
    let next = start;
    for (let position = start; position < end; position++) {
      const value = this.#data[position] as number;
      if (keep(value)) {
        this.#data[next++] = value;
      }
    }
    this.#shrink(list, next - start);
  }

  toArrays(): PoolArrays {
    const lengths = this.#length.slice(0, this.#lists);
    const values = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
    let position = 0;
    for (let list = 0; list < this.#lists; list++) {
      const start = this.#start[list] as number;
      const length = this.#length[list] as number;
      values.set(this.#data.subarray(start, start + length), position);
      position += length;
    }
    return { lengths, values };
  }

  static fromArrays({ lengths, values }: PoolArrays): PostingPool {
    const pool = new PostingPool();
    pool.#lists = lengths.length;
    pool.#length = lengths.slice();
    pool.#start = new Uint32Array(lengths.length);
    let total = 0;
    for (let list = 0; list < lengths.length; list++) {
      pool.#start[list] = total;
      total += blockFor(lengths[list] as number);
    }
    pool.#data = new Uint32Array(Math.max(total, 1024));
    pool.#used = total;
    let position = 0;
    for (let list = 0; list < lengths.length; list++) {
      const length = lengths[list] as number;
      pool.#data.set(values.subarray(position, position + length), pool.#start[list] as number);
      position += length;
    }
    return pool;
  }

  #move(list: number, length: number): void {
    const from = this.#start[list] as number;
    const to = this.#allocate(length * 2);
    this.#data.copyWithin(to, from, from + length);
    this.#release(from, length);
    this.#start[list] = to;
  }

  #shrink(list: number, length: number): void {
    const before = blockFor(this.#length[list] as number);
    this.#length[list] = length;
    const after = blockFor(length);
    const start = this.#start[list] as number;
    if (length === 0) {
      if (before > 0) {
        this.#release(start, before);
      }
      return;
    }
    // The unused upper halves become separate blocks.
    for (let size = before / 2; size >= after; size /= 2) {
      this.#release(start + size, size);
    }
  }

  #allocate(size: number): number {
    const block = this.#free[Math.log2(size)]?.pop();
    if (block !== undefined) {
      return block;
    }
    const start = this.#used;
    this.#used += size;
    if (this.#used > this.#data.length) {
      this.#data = grow(this.#data, Math.max(this.#used, Math.ceil(this.#data.length * 1.5)));
    }
    return start;
  }

  #release(start: number, size: number): void {
    const sizeClass = Math.log2(size);
    let blocks = this.#free[sizeClass];
    if (blocks === undefined) {
      blocks = [];
      this.#free[sizeClass] = blocks;
    }
    blocks.push(start);
  }
}

/** The block size for a list of this length. */
function blockFor(length: number): number {
  if (length === 0) {
    return 0;
  }
  return length <= smallestBlock ? smallestBlock : 2 ** Math.ceil(Math.log2(length));
}

function grow(array: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}
