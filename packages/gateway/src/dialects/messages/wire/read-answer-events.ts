import { isNestedTooDeeply } from "@toolcrib/shared/json";
import type { AnswerEvent, ApiErrorBody } from "../../../contracts/inner-form.ts";
import { brokenStream } from "../../../errors/broken-stream.ts";
import { statusOfErrorType } from "../../../errors/error-types.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import type { SseRecord } from "../../../sse/sse-decoder.ts";
import { AnswerDecoder, parseEventData } from "../../shared/stream/answer-decoder.ts";
import { eventProblem } from "./check-answer.ts";
import { readUsage } from "./read-usage.ts";

/**
 * The events of a streamed Messages API response. Pings are skipped: the gateway sends its own. An `error` event,
 * invalid data and a stream that ends early all end the iteration with an `UpstreamError`.
 */
export async function* readAnswerEvents(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const decoder = new AnswerDecoder();
  let isComplete = false;
  for await (const chunk of bytes) {
    for (const record of decoder.push(chunk)) {
      const event = readRecord(record);
      if (event === undefined) continue;
      isComplete = event.type === "message_stop";
      yield event;
    }
  }
  if (!isComplete) throw brokenStream("it ended before message_stop");
}

function readRecord(record: SseRecord): AnswerEvent | undefined {
  if (record.event === "ping" || record.data === "[DONE]") return undefined;
  const event = parseData(record.data);
  if (record.event === "error" || event.type === "error") throw errorFromEvent(event);
  const problem = eventProblem(event);
  if (problem !== undefined) throw brokenStream(problem);
  if (event.type === "message_start" || event.type === "message_delta") return withReadUsage(event as AnswerEvent);
  return event.type === "ping" ? undefined : (event as AnswerEvent);
}

function withReadUsage(event: AnswerEvent): AnswerEvent {
  if (event.type === "message_start") {
    const { usage } = event.message;
    const read = readUsage(usage);
    return read === usage ? event : { ...event, message: { ...event.message, usage: read ?? noUsage } };
  }
  if (event.type !== "message_delta") return event;
  const read = readUsage(event.usage);
  return read === event.usage ? event : { ...event, usage: read ?? {} };
}

const noUsage = { input_tokens: 0, output_tokens: 0 };

function parseData(data: string): { readonly type: string; readonly error?: unknown } {
  const value = parseEventData(data);
  if (typeof value["type"] !== "string") throw brokenStream("an event has no type");
  return value as { readonly type: string };
}

function errorFromEvent(event: { readonly error?: unknown }): UpstreamError {
  const error = event.error as Partial<ApiErrorBody["error"]> | undefined;
  const type = typeof error?.type === "string" ? error.type : "api_error";
  const message = typeof error?.message === "string" ? error.message : "The upstream reported an error in its stream.";
  const details = isNestedTooDeeply(error) ? {} : error;
  return new UpstreamError(statusOfErrorType(type), { ...details, type, message });
}
