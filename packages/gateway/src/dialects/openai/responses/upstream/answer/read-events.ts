import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import { brokenStream } from "../../../../../errors/broken-stream.ts";
import { AnswerDecoder, parseEventData } from "../../../../shared/stream/answer-decoder.ts";
import type { Fields } from "../../wire/original.ts";

const maxIndex = 100_000;

/** An event of the Responses API. */
export type WireEvent = Fields & { readonly type: string };

/** The events of a streamed answer. Broken data ends the iteration with an `UpstreamError`. */
export async function* readWireEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<WireEvent, void, undefined> {
  const decoder = new AnswerDecoder();
  for await (const chunk of bytes) {
    for (const { data } of decoder.push(chunk)) if (data !== "[DONE]" && data !== "") yield parseEvent(data);
  }
}

function parseEvent(data: string): WireEvent {
  const value = parseEventData(data);
  // An error without a type is recognised by its field.
  const type = value["type"] ?? (isRecord(value["error"]) ? "error" : undefined);
  if (typeof type !== "string") throw brokenStream("an event has no type");
  if (isNestedTooDeeply(value)) throw brokenStream("an event is nested too deeply");
  const index = value["output_index"] ?? 0;
  if (!Number.isInteger(index) || (index as number) < 0 || (index as number) > maxIndex) {
    throw brokenStream(`${type.slice(0, 100)} has no usable output_index`);
  }
  return { ...value, type };
}
