import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../contracts/client-dialect.ts";
import type { Usage } from "../../../contracts/inner-form.ts";
import type { TraceRecorder } from "../../../contracts/trace.ts";
import { type AnswerReader, observeForwarded, type StreamReader } from "../../shared/stream/observe-forwarded.ts";
import { readUsage } from "../wire/read-usage.ts";

/** The end of streams whose events are unnamed. */
const endingData = /^(?:\[DONE\]|\{"type": ?"(?:message_stop|error)")/;

const reader: AnswerReader = {
  stream: readStream,
  whole(message, trace) {
    if (!isRecord(message)) return;
    const usage = readUsage(message["usage"]);
    if (usage !== undefined) trace.note({ usage });
    const { type, message: text } = isRecord(message["error"]) ? message["error"] : {};
    if (typeof type === "string" && typeof text === "string") trace.note({ error: { type, message: text } });
    if (message["stop_reason"] !== undefined) noteStop(message["stop_reason"], trace);
  },
};

/** Observes a forwarded answer of the Messages API. */
export function observeMessages(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  return observeForwarded(headers, trace, reader);
}

function readStream(trace: TraceRecorder): StreamReader {
  let usage: Usage | undefined;
  return {
    read({ event, data }) {
      if (event === "message_start" || event === "message_delta") {
        const read = parseJson(data);
        if (!isRecord(read)) return false;
        const { type, message, delta } = read;
        if (type === "message_start") usage = readUsage(isRecord(message) ? message["usage"] : undefined);
        if (type === "message_delta") {
          usage = { ...usage, ...readUsage(read["usage"]) } as Usage;
          noteStop(isRecord(delta) ? delta["stop_reason"] : undefined, trace);
        }
        return false;
      }
      return event === "message_stop" || event === "error" || endingData.test(data);
    },
    end() {
      if (usage !== undefined) trace.note({ usage });
    },
  };
}

function noteStop(reason: unknown, trace: TraceRecorder): void {
  trace.note({ stopReason: typeof reason === "string" ? reason : null });
}
