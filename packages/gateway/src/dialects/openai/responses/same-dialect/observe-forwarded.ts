import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { ForwardedContext, ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import type { Usage } from "../../../../contracts/inner-form.ts";
import type { TraceRecorder } from "../../../../contracts/trace.ts";
import { OutputMeter } from "../../../../inner-form/output-meter.ts";
import { type AnswerReader, observeForwarded, type StreamReader } from "../../../shared/stream/observe-forwarded.ts";
import { listOf } from "../../shared/loose-values.ts";
import type { Fields } from "../../shared/read-values.ts";
import { noteKeptElsewhere, noteUnfinished } from "../client/kept/kept-responses.ts";
import { responseContextOf } from "../client/request/answer-context.ts";
import { factsOf, readStop } from "../upstream/answer/read-end.ts";
import { readUsage } from "../upstream/answer/read-usage.ts";

const endings: ReadonlySet<string> = new Set(["response.completed", "response.incomplete", "response.failed", "error"]);
/** The end of streams whose events are unnamed. */
const endingData = /"type": ?"(?:response\.(?:completed|incomplete|failed)|error)"/;
const deltaData = /"type": ?"response\.[a-z_.]{1,100}\.delta"/;

/** Observes a forwarded answer of the Responses API, and notes what the upstream keeps. */
export function observeResponses(
  headers: Readonly<Record<string, string>>,
  trace: TraceRecorder,
  context?: ForwardedContext,
): ForwardedObserver {
  let id: unknown;
  let usage: Usage | undefined;
  const note = (response: Fields): void => {
    id = response["id"];
    usage = isRecord(response["usage"]) ? readUsage(response["usage"]) : undefined;
    noteKept(response, context, usage);
  };
  const reader: AnswerReader = {
    stream: () => readStream(trace, note),
    whole(response) {
      if (!isRecord(response)) return undefined;
      note(response);
      return noteResponse(response, trace);
    },
  };
  const observer = observeForwarded(headers, trace, reader);
  const { request, kept } = context ?? {};
  if (request === undefined || kept === undefined || responseContextOf(request).isInBackground !== true)
    return observer;
  observer.noteCounted = (counted) => {
    if (typeof id === "string" && usage === undefined) noteUnfinished(id, counted, kept);
  };
  return observer;
}

function noteKept(response: Fields, context: ForwardedContext | undefined, usage: Usage | undefined): void {
  const { request, kept, upstream } = context ?? {};
  if (request === undefined || kept === undefined || upstream === undefined) return;
  if (responseContextOf(request).origin !== undefined) noteKeptElsewhere(response, upstream, kept, usage);
}

function readStream(trace: TraceRecorder, note: (response: Fields) => void): StreamReader {
  const output = new OutputMeter();
  let last: unknown;
  let hasBegun = false;
  return {
    output,
    read({ event, data }) {
      if (!hasBegun) {
        hasBegun = true;
        // A response in the background goes on when its client is gone, which asks for it by its id.
        const { response } = recordOf(parseJson(data));
        if (isRecord(response)) note(response);
      }
      const isEnd = event === "" ? endingData.test(data) : endings.has(event);
      if (isEnd) {
        last = parseJson(data);
        // Before the client has it.
        if (isRecord(last)) note(responseIn(last));
      } else if (event === "" ? deltaData.test(data) : event.endsWith(".delta")) {
        const { delta } = recordOf(parseJson(data));
        output.add(typeof delta === "string" ? delta.length : 0);
      }
      return isEnd || data === "[DONE]";
    },
    end() {
      if (isRecord(last)) output.note(noteResponse(responseIn(last), trace));
    },
  };
}

function responseIn(event: Fields): Fields {
  return isRecord(event["response"]) ? event["response"] : event;
}

function recordOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function noteResponse(response: Fields, trace: TraceRecorder): Usage | undefined {
  const usage = isRecord(response["usage"]) ? readUsage(response["usage"]) : undefined;
  if (usage !== undefined) trace.note({ usage });
  const { message, type = response["type"], code } = (response["error"] ?? response) as Fields;
  if (typeof message === "string") {
    trace.note({ error: { type: [code, type].find((name) => typeof name === "string") ?? "error", message } });
    return usage;
  }
  const output = listOf(response["output"]);
  try {
    trace.note({ stopReason: readStop(response, factsOf(output)).stop_reason });
  } catch {
    // A response that is not finished has no reason to stop.
  }
  return usage;
}
