import type { Readable } from "node:stream";
import { describeJsonExcess, findJsonExcess, parseExactly } from "@toolcrib/shared/json";
import { GrowingBytes } from "./growing-bytes.ts";
import { maxMessageBytes, messagesPerTurn } from "./message-limit.ts";

const lineFeed = 10;

/** What happens to the lines of a stream. */
export interface LineHandlers {
  readonly onValue: (value: unknown) => void;
  /** Gets the lines that are not JSON. */
  readonly onOther: (line: string) => void;
  /** A line exceeds a limit; nothing is read from there on. */
  readonly onTooLarge: (error: Error) => void;
}

/** Reads lines from a stream, and parses each as JSON. */
export class LineReader {
  readonly #input: Readable;
  readonly #handlers: LineHandlers;
  readonly #pending = new GrowingBytes();
  #isStopped = false;

  constructor(input: Readable, handlers: LineHandlers) {
    this.#input = input;
    this.#handlers = handlers;
    input.on("data", this.#read);
  }

  stop(): void {
    this.#isStopped = true;
    this.#pending.take();
    this.#input.off("data", this.#read);
    this.#input.pause();
  }

  readonly #read = (given: Buffer | string): void => {
    const chunk = Buffer.from(given as Buffer);
    let start = 0;
    for (let lines = 0; ; lines++) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) break;
      if (lines === messagesPerTurn) {
        this.#postpone(chunk.subarray(start));
        return;
      }
      const line = this.#completed(chunk.subarray(start, end));
      start = end + 1;
      this.#take(line);
      if (this.#isStopped) return;
    }
    if (start === chunk.length) return;
    this.#pending.append(chunk.subarray(start));
    if (this.#pending.length > maxMessageBytes) this.#refuse(`messages of at most ${maxMessageBytes} bytes, got more`);
  };

  /** Timers and other streams get their turn before the rest. */
  #postpone(rest: Buffer): void {
    this.#input.pause();
    this.#input.unshift(rest);
    setImmediate(() => {
      if (!this.#isStopped) this.#input.resume();
    });
  }

  #completed(last: Buffer): Buffer {
    if (this.#pending.length === 0) return last;
    this.#pending.append(last);
    return this.#pending.take();
  }

  #take(line: Buffer): void {
    const excess = findJsonExcess(line);
    if (excess !== undefined) {
      this.#refuse(`simpler messages, got one with ${describeJsonExcess(excess)}`);
      return;
    }
    const text = line.toString("utf8").trim();
    if (text === "") return;
    let value: unknown;
    try {
      value = parseExactly(text);
    } catch (error) {
      if (error instanceof RangeError) {
        this.#refuse(`simpler messages, got one with ${error.message}`);
        return;
      }
      this.#handlers.onOther(text);
      return;
    }
    this.#handlers.onValue(value);
  }

  #refuse(problem: string): void {
    this.stop();
    this.#handlers.onTooLarge(new Error(`expected ${problem}`));
  }
}
