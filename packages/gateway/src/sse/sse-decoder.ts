import { StringDecoder } from "node:string_decoder";

/** One server-sent event: its name, empty where the stream gave none, and its data lines joined. */
export interface SseRecord {
  readonly event: string;
  readonly data: string;
}

const byteOrderMark = "\uFEFF";

/** Reads server-sent events from bytes that may be cut anywhere, also inside a character or between CR and LF. */
export class SseDecoder {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";
  #isAtStart = true;
  #skipsLineFeed = false;
  #event = "";
  #data: string | undefined;

  /** The events that these bytes complete. */
  push(bytes: Uint8Array): SseRecord[] {
    return this.#readLines(this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  }

  /** Whether bytes came that belong to an event which is not complete. */
  get isInsideEvent(): boolean {
    return this.#rest !== "" || this.#data !== undefined || this.#event !== "";
  }

  #readLines(piece: string): SseRecord[] {
    let text = this.#rest + piece;
    if (this.#isAtStart && text !== "") {
      this.#isAtStart = false;
      if (text.startsWith(byteOrderMark)) text = text.slice(1);
    }
    const records: SseRecord[] = [];
    let start = 0;
    // A line feed that belongs to a carriage return at the end of the bytes before.
    if (this.#skipsLineFeed && text !== "") {
      if (text.startsWith("\n")) start = 1;
      this.#skipsLineFeed = false;
    }
    let carriageReturn = text.indexOf("\r", start);
    for (;;) {
      if (carriageReturn !== -1 && carriageReturn < start) carriageReturn = text.indexOf("\r", start);
      const lineFeed = text.indexOf("\n", start);
      const end = carriageReturn === -1 || (lineFeed !== -1 && lineFeed < carriageReturn) ? lineFeed : carriageReturn;
      if (end === -1) break;
      this.#readLine(text.slice(start, end), records);
      start = end + 1;
      if (end === carriageReturn) {
        if (start === text.length) this.#skipsLineFeed = true;
        else if (text[start] === "\n") start++;
      }
    }
    this.#rest = text.slice(start);
    return records;
  }

  #readLine(line: string, records: SseRecord[]): void {
    if (line === "") {
      if (this.#data !== undefined) records.push({ event: this.#event, data: this.#data });
      this.#event = "";
      this.#data = undefined;
      return;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    else if (field === "event") this.#event = value;
  }
}
