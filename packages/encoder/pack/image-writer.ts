/** Writes the parts of an image one after the other. */
export class ImageWriter {
  readonly #target: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(target: Uint8Array) {
    this.#target = target;
    this.#view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  }

  bytes(bytes: Uint8Array): void {
    this.#target.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  floats(numbers: Float32Array): void {
    for (const number of numbers) {
      this.#view.setFloat32(this.#at, number, true);
      this.#at += 4;
    }
  }

  halves(numbers: Uint16Array): void {
    for (const number of numbers) {
      this.#view.setUint16(this.#at, number, true);
      this.#at += 2;
    }
  }

  align(bytes: number): void {
    this.#at = Math.ceil(this.#at / bytes) * bytes;
  }

  finish(): void {
    if (this.#at !== this.#target.length) {
      throw new RangeError(`Expected ${this.#target.length} bytes of weights, got ${this.#at}.`);
    }
  }
}
