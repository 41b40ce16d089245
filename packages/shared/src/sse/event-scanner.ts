import { describeJsonExcess, JsonCounter, type JsonLimits, jsonLimits } from "../json/json-counter.ts";

/** Lines of one event. Readers join them one by one; real events have one or a few. */
export const maxEventLines = 10_000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const dataField: readonly number[] = [0x64, 0x61, 0x74, 0x61];
const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];

/**
 * Finds where server-sent events end in chunks of bytes, and counts what their data holds as JSON, before anybody joins
 * the lines of an event or parses them.
 */
export class EventScanner {
  readonly #counter: JsonCounter;
  #lines = 0;
  /** How many characters of the field's name have matched `data`, or where else in the line this is. */
  #state: number | "value" | "other" = 0;
  #isLineEmpty = true;
  #isAfterReturn = false;
  #isAfterEnd = false;
  /** How much of a byte order mark has come; only the start of a stream may have one. */
  #mark: number | undefined = 0;
  #excess: string | undefined;

  /** `limits`: what the data of one event may hold. */
  constructor(limits: JsonLimits = jsonLimits) {
    this.#counter = new JsonCounter(limits);
  }

  /** What the open event exceeds, for the end of a sentence: "more than 10000 lines". Nothing is scanned from there on. */
  get excess(): string | undefined {
    return this.#excess;
  }

  /** The position after the next end of an event in a chunk; undefined if no event ends in it, or one exceeds a limit. */
  nextEnd(chunk: Uint8Array, start: number): number | undefined {
    let at = start;
    while (at < chunk.length && this.#excess === undefined) {
      const byte = chunk[at] as number;
      if (byte === lineFeed && this.#isAfterReturn) {
        // The second byte of a line break belongs to the event that its first byte ended.
        this.#isAfterReturn = false;
        at++;
        if (this.#isAfterEnd) return at;
      } else if (byte === lineFeed || byte === carriageReturn) {
        at++;
        this.#isAfterReturn = byte === carriageReturn;
        this.#isAfterEnd = this.#isLineEmpty;
        this.#endLine();
        if (!this.#isAfterEnd) continue;
        this.#endEvent();
        if (byte === carriageReturn && chunk[at] === lineFeed) continue;
        return at;
      } else {
        at = this.#readLine(chunk, at);
      }
    }
    return undefined;
  }

  /** Reads up to the end of the line or of the chunk, and returns that position. */
  #readLine(chunk: Uint8Array, start: number): number {
    let at = start;
    this.#isAfterReturn = false;
    if (this.#mark !== undefined) at = this.#skipMark(chunk, at);
    while (typeof this.#state === "number" && at < chunk.length && !isLineEnd(chunk[at])) {
      const byte = chunk[at++];
      this.#isLineEmpty = false;
      const matched = this.#state;
      if (matched === dataField.length) this.#state = byte === colon ? "value" : "other";
      else this.#state = byte === dataField[matched] ? matched + 1 : "other";
    }
    const end = endOfLine(chunk, at);
    if (end > at) {
      this.#isLineEmpty = false;
      if (this.#state === "value") {
        const excess = this.#counter.add(chunk.subarray(at, end));
        if (excess !== undefined) this.#excess = describeJsonExcess(excess);
      }
    }
    return end;
  }

  #skipMark(chunk: Uint8Array, start: number): number {
    let at = start;
    while (this.#mark !== undefined && at < chunk.length) {
      if (chunk[at] !== byteOrderMark[this.#mark]) {
        if (this.#mark > 0) {
          this.#state = "other";
          this.#isLineEmpty = false;
        }
        this.#mark = undefined;
      } else {
        at++;
        this.#mark = this.#mark === byteOrderMark.length - 1 ? undefined : this.#mark + 1;
      }
    }
    return at;
  }

  #endLine(): void {
    this.#state = 0;
    this.#isLineEmpty = true;
    this.#mark = undefined;
    if (++this.#lines > maxEventLines) this.#excess = `more than ${maxEventLines} lines`;
  }

  #endEvent(): void {
    this.#lines = 0;
    this.#excess = undefined;
    this.#counter.reset();
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

function endOfLine(chunk: Uint8Array, start: number): number {
  let at = start;
  while (at < chunk.length && !isLineEnd(chunk[at])) at++;
  return at;
}
