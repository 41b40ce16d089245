import { parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../contracts/client-dialect.ts";
import type { TraceRecorder } from "../../../contracts/trace.ts";
import { SseDecoder, type SseRecord } from "../../../sse/sse-decoder.ts";

/** What is longer passes through unread. */
const maxReadLength = 1_000_000;

/** How a dialect reads the answers of its own API. */
export interface AnswerReader {
  /** Starts reading a stream. */
  stream(trace: TraceRecorder): StreamReader;
  /** Notes what a whole answer says about its usage and its end. */
  whole(answer: unknown, trace: TraceRecorder): void;
}

export interface StreamReader {
  /** Reads an event. Returns whether it is one that ends a stream. */
  read(record: SseRecord): boolean;
  /** Notes what the events said about usage and the end. */
  end(): void;
}

/** Observes an answer according to its headers. Compressed answers and other content types are not read. */
export function observeForwarded(
  headers: Readonly<Record<string, string>>,
  trace: TraceRecorder,
  reader: AnswerReader,
): ForwardedObserver {
  const type = headers["content-type"] ?? "";
  if ((headers["content-encoding"] ?? "identity") !== "identity") return blind;
  if (type.startsWith("text/event-stream")) return observeStream(trace, reader);
  return type.startsWith("application/json") ? observeWhole(trace, reader) : blind;
}

const blind: ForwardedObserver = {
  isEventStream: false,
  isInsideEvent: false,
  isCutOff: false,
  content: undefined,
  see: () => {},
  end: () => {},
};

function observeStream(trace: TraceRecorder, reader: AnswerReader): ForwardedObserver {
  const decoder = new SseDecoder(maxReadLength);
  const stream = reader.stream(trace);
  const events: unknown[] = [];
  let kept = 0;
  let hasEnded = false;
  /** Whether the latest event was too long to be read: it may have been the end. */
  let isUnknown = false;
  return {
    isEventStream: true,
    get content() {
      return trace.capturesContent ? events : undefined;
    },
    get isInsideEvent() {
      return decoder.isInsideEvent;
    },
    get isCutOff() {
      return !hasEnded && !isUnknown;
    },
    see: (chunk) => {
      const { skippedEvents } = decoder;
      const records = decoder.push(chunk);
      for (const record of records) {
        if (trace.capturesContent) {
          kept += record.data.length;
          if (kept <= maxReadLength) events.push(parseJson(record.data) ?? record.data);
        }
        if (stream.read(record)) hasEnded = true;
      }
      if (decoder.skippedEvents > skippedEvents) isUnknown = true;
      else if (records.length > 0) isUnknown = false;
    },
    end: () => stream.end(),
  };
}

function observeWhole(trace: TraceRecorder, reader: AnswerReader): ForwardedObserver {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const read = (): unknown => (length > maxReadLength ? undefined : parseJson(Buffer.concat(chunks).toString("utf8")));
  return {
    isEventStream: false,
    isInsideEvent: false,
    isCutOff: false,
    get content() {
      return trace.capturesContent ? read() : undefined;
    },
    see: (chunk) => {
      length += chunk.length;
      if (length <= maxReadLength) chunks.push(chunk);
    },
    end: () => reader.whole(read(), trace),
  };
}
