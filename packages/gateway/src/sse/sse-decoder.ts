import { maxEventLines } from "@toolcrib/shared/sse";
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
  /** The complete lines of the open event. */
  #lines = 0;

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
    const wasLineEnd = this.#tail.endsWith("\n");
    this.#tail = (this.#tail + text.slice(-2)).slice(-2);
    if (this.#countLines(text, wasLineEnd)) this.#parser.feed(text);
    else this.#skipEvent();
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

  /** Whether all events have few enough lines: the parser joins them one by one, and the text is read by its beginning. */
  #countLines(text: string, isLineStart: boolean): boolean {
    let start = isLineStart ? 0 : -1;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) {
      this.#lines = end === start ? 0 : this.#lines + 1;
      if (this.#lines > maxEventLines) {
        this.#lines = 0;
        return false;
      }
      start = end + 1;
    }
    return true;
  }

  /** The rest of the event becomes a line without a known field name. */
  #skipEvent(): void {
    this.#skippedEvents++;
    this.#parser.reset();
  }
}
