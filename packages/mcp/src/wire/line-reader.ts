import { GrowingBytes } from "./growing-bytes.ts";
import { maxMessageBytes } from "./message-limit.ts";

const lineFeed = 10;

/** Assembles chunks of bytes into lines, and parses each as JSON. */
export class LineReader {
  readonly #onValue: (value: unknown) => void;
  readonly #onOther: (line: string) => void;
  readonly #pending = new GrowingBytes();

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
      start = end + 1;
      this.#take(this.#completed(last).toString("utf8").trim());
    }
    if (start === chunk.length) return;
    this.#pending.append(chunk.subarray(start));
    if (this.#pending.length > maxMessageBytes) {
      this.#pending.take();
      throw new Error(`expected messages of at most ${maxMessageBytes} bytes, got more`);
    }
  }

  #completed(last: Buffer): Buffer {
    if (this.#pending.length === 0) return last;
    this.#pending.append(last);
    return this.#pending.take();
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
