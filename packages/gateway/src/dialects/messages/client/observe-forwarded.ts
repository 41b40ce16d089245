import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../contracts/client-dialect.ts";
import type { Usage } from "../../../contracts/inner-form.ts";
import type { TraceRecorder } from "../../../contracts/trace.ts";
import { writtenLength } from "../../../inner-form/content-length.ts";
import { OutputMeter } from "../../../inner-form/output-meter.ts";
import { type AnswerReader, observeForwarded, type StreamReader } from "../../shared/stream/observe-forwarded.ts";
import { readUsage } from "../wire/read-usage.ts";

/** The end of streams whose events are unnamed. */
const endingData = /^(?:\[DONE\]|\{"type": ?"(?:message_stop|error)")/;

const reader: AnswerReader = {
  stream: readStream,
  whole(message, trace) {
    if (!isRecord(message)) return undefined;
    const usage = readUsage(message["usage"]);
    if (usage !== undefined) trace.note({ usage });
    const { type, message: text } = isRecord(message["error"]) ? message["error"] : {};
    if (typeof type === "string" && typeof text === "string") trace.note({ error: { type, message: text } });
    if (message["stop_reason"] !== undefined) noteStop(message["stop_reason"], trace);
    return usage;
  },
};

/** Observes a forwarded answer of the Messages API. */
export function observeMessages(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  return observeForwarded(headers, trace, reader);
}

const readEvents: ReadonlySet<string> = new Set([
  "message_start",
  "message_delta",
  "content_block_start",
  "content_block_delta",
  "",
]);

function readStream(trace: TraceRecorder): StreamReader {
  const output = new OutputMeter();
  let usage: Usage | undefined;
  return {
    output,
    read({ event, data }) {
      const isEnd = event === "message_stop" || event === "error" || endingData.test(data);
      const read = !isEnd && readEvents.has(event) ? parseJson(data) : undefined;
      if (!isRecord(read)) return isEnd;
      const { type, message, delta, content_block: block } = read;
      if (type === "message_start") usage = readUsage(isRecord(message) ? message["usage"] : undefined);
      else if (type === "message_delta") {
        const counted = readUsage(read["usage"]);
        usage = { ...usage, ...counted } as Usage;
        output.note(counted);
        noteStop(isRecord(delta) ? delta["stop_reason"] : undefined, trace);
      } else output.add(writtenLength(delta ?? block));
      return false;
    },
    end() {
      if (usage !== undefined) trace.note({ usage });
    },
  };
}

function noteStop(reason: unknown, trace: TraceRecorder): void {
  trace.note({ stopReason: typeof reason === "string" ? reason : null });
}
