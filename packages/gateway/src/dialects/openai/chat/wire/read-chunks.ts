import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { brokenStream } from "../../../../errors/broken-stream.ts";
import { AnswerDecoder, parseEventData } from "../../../shared/stream/answer-decoder.ts";
import { errorOfEvent } from "../../shared/read-error.ts";

/** One chunk of a streamed answer. */
export type ChatChunk = Readonly<Record<string, unknown>>;

/** The chunks of a streamed answer, and whether it was ended by `[DONE]`. Errors and broken data end the iteration with an `UpstreamError`. */
export async function* readChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ChatChunk, boolean, undefined> {
  const decoder = new AnswerDecoder();
  for await (const piece of bytes) {
    for (const { event, data } of decoder.push(piece)) {
      if (data === "[DONE]") return true;
      const chunk = parse(data);
      if (event === "error" || isError(chunk)) throw errorOfEvent(chunk);
      yield chunk;
    }
  }
  return false;
}

/** OpenRouter reports an error next to empty choices. */
function isError({ error }: ChatChunk): boolean {
  return error !== undefined && error !== null;
}

function parse(data: string): ChatChunk {
  const value = parseEventData(data);
  if (isNestedTooDeeply(value)) throw brokenStream("an event is nested too deeply");
  return value;
}
