import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../contracts/client-dialect.ts";
import type { Usage } from "../../../contracts/inner-form.ts";
import type { TraceRecorder } from "../../../contracts/trace.ts";
import { OutputMeter } from "../../../inner-form/output-meter.ts";
import { SseDecoder, type SseRecord } from "../../../sse/sse-decoder.ts";

/** What is longer passes through unread. */
const maxReadLength = 1_000_000;

/** How a dialect reads the answers of its own API. */
export interface AnswerReader {
  /** Starts reading a stream. */
  stream(trace: TraceRecorder): StreamReader;
  /** Notes what a whole answer says about its usage and its end. Returns its usage. */
  whole(answer: unknown, trace: TraceRecorder): Usage | undefined;
}

export interface StreamReader {
  /** Reads an event. Returns whether it is one that ends a stream. */
  read(record: SseRecord): boolean;
  /** Notes what the events said about usage and the end. */
  end(): void;
  /** Measures what the model wrote. */
  readonly output: OutputMeter;
}

type Decode = (bytes: Buffer) => Buffer;

const decodeLimit = { maxOutputLength: maxReadLength };
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["identity", (bytes) => bytes],
  ["gzip", (bytes) => gunzipSync(bytes, decodeLimit)],
  ["deflate", (bytes) => inflateSync(bytes, decodeLimit)],
  ["br", (bytes) => brotliDecompressSync(bytes, decodeLimit)],
]);

/** Observes an answer according to its headers. Compressed streams and other content types are not read. */
export function observeForwarded(
  headers: Readonly<Record<string, string>>,
  trace: TraceRecorder,
  reader: AnswerReader,
): ForwardedObserver {
  const type = headers["content-type"] ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  const decode = decoders.get(encoding);
  if (encoding === "identity" && type.startsWith("text/event-stream")) return observeStream(trace, reader);
  return type.startsWith("application/json") && decode !== undefined
    ? observeWhole(trace, reader, decode)
    : observeLength();
}

/** What cannot be read still has a length. */
function observeLength(): ForwardedObserver {
  const output = new OutputMeter();
  return {
    isEventStream: false,
    isInsideEvent: false,
    isCutOff: false,
    content: undefined,
    get outputLength() {
      return output.uncounted;
    },
    see: (chunk) => output.add(chunk.length),
    end: () => {},
  };
}

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
    get outputLength() {
      return stream.output.uncounted;
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

function observeWhole(trace: TraceRecorder, reader: AnswerReader, decode: Decode): ForwardedObserver {
  const chunks: Uint8Array[] = [];
  const output = new OutputMeter();
  let length = 0;
  const read = (): unknown => {
    if (length > maxReadLength) return undefined;
    try {
      return parseJson(decode(Buffer.concat(chunks)).toString("utf8"));
    } catch {
      // Too long, or not complete.
      return undefined;
    }
  };
  return {
    isEventStream: false,
    isInsideEvent: false,
    isCutOff: false,
    get content() {
      return trace.capturesContent ? read() : undefined;
    },
    get outputLength() {
      return output.uncounted;
    },
    see: (chunk) => {
      output.add(chunk.length);
      length += chunk.length;
      if (length <= maxReadLength) chunks.push(chunk);
    },
    end: () => output.note(reader.whole(read(), trace)),
  };
}
