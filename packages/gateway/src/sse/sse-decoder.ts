import { createParser, type EventSourceParser } from "eventsource-parser";

/** One server-sent event: its name, empty where the stream gave none, and its data lines joined. */
export interface SseRecord {
  readonly event: string;
  readonly data: string;
}

/** The longest event that is read, in characters. The largest answers that models give are far below it. */
export const maxEventLength = 32_000_000;

/** Reads server-sent events from bytes that may be cut anywhere, also inside a character or between CR and LF. */
export class SseDecoder {
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #records: SseRecord[] = [];
  #skippedEvents = 0;
  /** The end of the text so far. */
  #tail = "\n\n";
  #endsInCarriageReturn = false;

  constructor(maxLength: number = maxEventLength) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ event = "", data }) => this.#records.push({ event, data }),
      onError: ({ type }) => {
        if (type === "max-buffer-size-exceeded") this.#skipEvent();
      },
    });
  }

  /** The events that these bytes complete. */
  push(bytes: Uint8Array): SseRecord[] {
    const text = this.#withLineFeeds(this.#decoder.decode(bytes, { stream: true }));
    this.#records = [];
    if (text === "") return this.#records;
    this.#tail = (this.#tail + text.slice(-2)).slice(-2);
    this.#parser.feed(text);
    return this.#records;
  }

  /** Whether bytes came that belong to an event which is not complete. */
  get isInsideEvent(): boolean {
    return this.#tail !== "\n\n";
  }

  /** How many events were longer than the limit; they are left out. */
  get skippedEvents(): number {
    return this.#skippedEvents;
  }

  /** One kind of line end: with others the parser waits for what follows, and looks at a piece once for each of its lines. */
  #withLineFeeds(piece: string): string {
    const text = this.#endsInCarriageReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") this.#endsInCarriageReturn = piece.endsWith("\r");
    return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
  }

  /** What is left of the event in the stream is a line of no field's name. */
  #skipEvent(): void {
    this.#skippedEvents++;
    this.#parser.reset();
  }
}
