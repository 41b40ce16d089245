import { isRecord, JsonExcessError, parseBounded } from "@toolcrib/shared/json";
import { maxEventLines } from "@toolcrib/shared/sse";
import { brokenStream } from "../../../errors/broken-stream.ts";
import { maxEventLength, SseDecoder, type SseRecord } from "../../../sse/sse-decoder.ts";

/** The size limit for streamed answers; real ones are far smaller. */
export const maxStreamBytes = 128_000_000;

/** Decodes the events of a streamed answer. Throws an `UpstreamError` if an event, or the whole stream, is too long. */
export class AnswerDecoder {
  readonly #decoder = new SseDecoder();
  #length = 0;

  push(bytes: Uint8Array): SseRecord[] {
    this.#length += bytes.length;
    if (this.#length > maxStreamBytes) throw brokenStream(`it is longer than ${maxStreamBytes} bytes`);
    const records = this.#decoder.push(bytes);
    if (this.#decoder.skippedEvents > 0) {
      throw brokenStream(`an event is longer than ${maxEventLength} characters or ${maxEventLines} lines`);
    }
    return records;
  }
}

/** The object that an event holds. */
export function parseEventData(data: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseBounded(data);
  } catch (error) {
    if (error instanceof JsonExcessError) throw brokenStream(`an event holds ${error.message}`);
    throw brokenStream("an event is not valid JSON", error);
  }
  if (!isRecord(value)) throw brokenStream("an event is not an object");
  return value;
}
