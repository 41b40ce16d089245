import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import { brokenStream } from "../../../../../errors/broken-stream.ts";
import { maxEventLength, SseDecoder } from "../../../../../sse/sse-decoder.ts";
import type { Fields } from "../../wire/original.ts";

/** The longest streamed answer that is read; what models say is far below it. */
const maxStreamBytes = 128_000_000;
const maxIndex = 100_000;

/** An event of the Responses API. */
export type WireEvent = Fields & { readonly type: string };

/** The events of a streamed answer. Broken data ends the iteration with an `UpstreamError`. */
export async function* readWireEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<WireEvent, void, undefined> {
  const decoder = new SseDecoder();
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxStreamBytes) throw brokenStream(`it is longer than ${maxStreamBytes} bytes`);
    for (const { data } of decoder.push(chunk)) if (data !== "[DONE]" && data !== "") yield parseEvent(data);
    if (decoder.skippedEvents > 0) throw brokenStream(`an event is longer than ${maxEventLength} characters`);
  }
}

function parseEvent(data: string): WireEvent {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    throw brokenStream("an event is not valid JSON", error);
  }
  if (!isRecord(value)) throw brokenStream("an event is not an object");
  // An error without a type is told by its field.
  const type = value["type"] ?? (isRecord(value["error"]) ? "error" : undefined);
  if (typeof type !== "string") throw brokenStream("an event has no type");
  if (isNestedTooDeeply(value)) throw brokenStream("an event is nested too deeply");
  const index = value["output_index"] ?? 0;
  if (!Number.isInteger(index) || (index as number) < 0 || (index as number) > maxIndex) {
    throw brokenStream(`${type.slice(0, 100)} has no usable output_index`);
  }
  return { ...value, type };
}
