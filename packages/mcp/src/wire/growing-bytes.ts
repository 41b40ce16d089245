const minCapacity = 1024;

/** Bytes that arrive in chunks. They are copied into one buffer, because chunks of one byte each would take a hundred times their size. */
export class GrowingBytes {
  #buffer: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#buffer.length, minCapacity));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Returns all bytes, and resets. */
  take(): Buffer<ArrayBuffer> {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }
}
