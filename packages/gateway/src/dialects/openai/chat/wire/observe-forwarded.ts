import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import type { TraceRecorder } from "../../../../contracts/trace.ts";
import { type AnswerReader, observeForwarded, type StreamReader } from "../../../shared/stream/observe-forwarded.ts";
import { stopReasonOf } from "./stop-reason.ts";
import { readUsage } from "./usage.ts";
import { firstChoice } from "./whole-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What only the last chunks of a stream have. Most chunks are pieces of text, which need not be parsed. */
const endingFields = /"(?:finish_reason"\s*:\s*"|usage"\s*:\s*\{|error"\s*:)/;

const reader: AnswerReader = {
  stream: readStream,
  whole(answer, trace) {
    if (isRecord(answer)) noteEnd(endOf(answer), trace);
  },
};

/** Observes a forwarded answer of Chat Completions. */
export function observeChat(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  return observeForwarded(headers, trace, reader);
}

function readStream(trace: TraceRecorder): StreamReader {
  let last: End = {};
  return {
    read({ data }) {
      if (data === "[DONE]") return true;
      if (!endingFields.test(data)) return false;
      const chunk = parseJson(data);
      if (!isRecord(chunk)) return false;
      const end = endOf(chunk);
      last = { ...last, ...end };
      return end.reason !== undefined || end.error !== undefined;
    },
    end: () => noteEnd(last, trace),
  };
}

/** What a chunk or a whole answer says about the end. */
interface End {
  readonly reason?: string;
  readonly usage?: Fields;
  readonly error?: Fields;
}

function endOf(chunk: Fields): End {
  const { usage, error } = chunk;
  const reason = firstChoice(chunk)?.["finish_reason"];
  return {
    ...(typeof reason === "string" && { reason }),
    ...(isRecord(usage) && { usage }),
    ...(isRecord(error) && { error }),
  };
}

function noteEnd({ reason, usage, error }: End, trace: TraceRecorder): void {
  const read = readUsage(usage);
  if (read !== undefined) trace.note({ usage: read });
  if (reason !== undefined) trace.note({ stopReason: stopReasonOf(reason) });
  if (typeof error?.["message"] === "string") {
    const type = typeof error["type"] === "string" ? error["type"] : "api_error";
    trace.note({ error: { type, message: error["message"] } });
  }
}
