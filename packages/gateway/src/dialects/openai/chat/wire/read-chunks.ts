import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import { brokenStream } from "../../../../errors/broken-stream.ts";
import { maxEventLength, SseDecoder } from "../../../../sse/sse-decoder.ts";
import { errorOfEvent } from "../../shared/read-error.ts";

/** One chunk of a streamed answer. */
export type ChatChunk = Readonly<Record<string, unknown>>;

/** The longest streamed answer that is read; what models say is far below it. */
const maxStreamBytes = 128_000_000;

/** The chunks of a streamed answer, and whether it was ended by `[DONE]`. Errors and broken data end the iteration with an `UpstreamError`. */
export async function* readChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ChatChunk, boolean, undefined> {
  const decoder = new SseDecoder();
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxStreamBytes) throw brokenStream(`it is longer than ${maxStreamBytes} bytes`);
    for (const { event, data } of decoder.push(piece)) {
      if (data === "[DONE]") return true;
      const chunk = parse(data);
      if (event === "error" || isError(chunk)) throw errorOfEvent(chunk);
      yield chunk;
    }
    if (decoder.skippedEvents > 0) throw brokenStream(`an event is longer than ${maxEventLength} characters`);
  }
  return false;
}

/** OpenRouter tells an error beside empty choices. */
function isError({ error }: ChatChunk): boolean {
  return error !== undefined && error !== null;
}

function parse(data: string): ChatChunk {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    throw brokenStream("an event is not valid JSON", error);
  }
  if (!isRecord(value)) throw brokenStream("an event is not an object");
  if (isNestedTooDeeply(value)) throw brokenStream("an event is nested too deeply");
  return value;
}
