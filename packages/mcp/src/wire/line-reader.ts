const lineFeed = 10;
const maxLineLength = 64 * 1024 * 1024;

/** Assembles chunks of bytes into lines, and parses each as JSON. */
export class LineReader {
  readonly #onValue: (value: unknown) => void;
  readonly #onOther: (line: string) => void;
  #pending: Buffer[] = [];
  #pendingLength = 0;

  /** `onOther` gets the lines that are not JSON. */
  constructor(onValue: (value: unknown) => void, onOther: (line: string) => void) {
    this.#onValue = onValue;
    this.#onOther = onOther;
  }

  /** Throws if a line exceeds the size limit. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const last = chunk.subarray(start, end);
      const line = this.#pendingLength === 0 ? last : Buffer.concat([...this.#pending, last]);
      this.#pending = [];
      this.#pendingLength = 0;
      start = end + 1;
      this.#take(line.toString("utf8").trim());
    }
    if (start === chunk.length) return;
    this.#pending.push(chunk.subarray(start));
    this.#pendingLength += chunk.length - start;
    if (this.#pendingLength > maxLineLength) {
      this.#pending = [];
      this.#pendingLength = 0;
      throw new Error(`a message was longer than ${maxLineLength} bytes`);
    }
  }

  #take(line: string): void {
    if (line === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#onOther(line);
      return;
    }
    this.#onValue(value);
  }
}
