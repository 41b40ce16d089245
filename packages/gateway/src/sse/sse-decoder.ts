import { createParser, type EventSourceParser } from "eventsource-parser";

/** One server-sent event: its name (empty if the stream has none) and its joined data lines. */
export interface SseRecord {
  readonly event: string;
  readonly data: string;
}

/** The size limit for an event, in characters. The largest model responses are far smaller. */
export const maxEventLength = 32_000_000;

/** Decodes server-sent events from bytes that may be split anywhere, even inside a character or between CR and LF. */
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

  /** Whether part of an incomplete event has arrived. */
  get isInsideEvent(): boolean {
    return this.#tail !== "\n\n";
  }

  /** The number of events above the size limit; they are skipped. */
  get skippedEvents(): number {
    return this.#skippedEvents;
  }

  /** Normalises line ends: with others, the parser waits for the next character and scans a chunk once per line. */
  #withLineFeeds(piece: string): string {
    const text = this.#endsInCarriageReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") this.#endsInCarriageReturn = piece.endsWith("\r");
    return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
  }

  /** The rest of the event becomes a line without a known field name. */
  #skipEvent(): void {
    this.#skippedEvents++;
    this.#parser.reset();
  }
}
