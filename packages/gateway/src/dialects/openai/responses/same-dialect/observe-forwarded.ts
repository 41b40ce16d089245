import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import type { TraceRecorder } from "../../../../contracts/trace.ts";
import { type AnswerReader, observeForwarded, type StreamReader } from "../../../shared/stream/observe-forwarded.ts";
import { listOf } from "../../shared/loose-values.ts";
import type { Fields } from "../../shared/read-values.ts";
import { factsOf, readStop } from "../upstream/answer/read-end.ts";
import { readUsage } from "../upstream/answer/read-usage.ts";

const endings: ReadonlySet<string> = new Set(["response.completed", "response.incomplete", "response.failed", "error"]);
/** The end of streams whose events are unnamed. */
const endingData = /"type": ?"(?:response\.(?:completed|incomplete|failed)|error)"/;

const reader: AnswerReader = {
  stream: readStream,
  whole(response, trace) {
    if (isRecord(response)) noteResponse(response, trace);
  },
};

/** Observes a forwarded answer of the Responses API. */
export function observeResponses(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  return observeForwarded(headers, trace, reader);
}

function readStream(trace: TraceRecorder): StreamReader {
  let last: unknown;
  return {
    read({ event, data }) {
      const isEnd = event === "" ? endingData.test(data) : endings.has(event);
      if (isEnd) last = parseJson(data);
      return isEnd || data === "[DONE]";
    },
    end() {
      if (isRecord(last)) noteResponse(isRecord(last["response"]) ? last["response"] : last, trace);
    },
  };
}

function noteResponse(response: Fields, trace: TraceRecorder): void {
  if (isRecord(response["usage"])) trace.note({ usage: readUsage(response["usage"]) });
  const { message, type = response["type"], code } = (response["error"] ?? response) as Fields;
  if (typeof message === "string") {
    trace.note({ error: { type: [code, type].find((name) => typeof name === "string") ?? "error", message } });
    return;
  }
  const output = listOf(response["output"]);
  try {
    trace.note({ stopReason: readStop(response, factsOf(output)).stop_reason });
  } catch {
    // A response that is not finished has no reason to stop.
  }
}
