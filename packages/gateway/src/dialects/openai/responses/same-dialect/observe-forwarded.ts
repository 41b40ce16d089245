import { isRecord } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import type { TraceRecorder } from "../../../../contracts/trace.ts";
import { SseDecoder } from "../../../../sse/sse-decoder.ts";
import type { Fields } from "../../shared/read-values.ts";
import { factsOf, readStop } from "../upstream/answer/read-end.ts";
import { listOf } from "../upstream/answer/read-item.ts";
import { readUsage } from "../upstream/answer/read-usage.ts";

const maxReadLength = 1_000_000;
const endings: ReadonlySet<unknown> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "error",
]);

/** Observes a forwarded answer of the Responses API. Compressed answers and other types are not read. */
export function observeForwarded(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  const type = headers["content-type"] ?? "";
  if ((headers["content-encoding"] ?? "identity") !== "identity") return blind;
  if (type.startsWith("text/event-stream")) return observeStream(trace);
  return type.startsWith("application/json") ? observeResponse(trace) : blind;
}

const blind: ForwardedObserver = {
  isEventStream: false,
  isInsideEvent: false,
  isCutOff: false,
  content: undefined,
  see: () => {},
  end: () => {},
};

function observeStream(trace: TraceRecorder): ForwardedObserver {
  const decoder = new SseDecoder(maxReadLength);
  const events: unknown[] = [];
  let kept = 0;
  let last: Fields | undefined;
  let hasEnded = false;
  return {
    isEventStream: true,
    get content() {
      return trace.capturesContent ? events : undefined;
    },
    get isInsideEvent() {
      return decoder.isInsideEvent;
    },
    get isCutOff() {
      // An event that is too long to be read may have been the last.
      return !hasEnded && decoder.skippedEvents === 0;
    },
    see: (chunk) => {
      for (const { event, data } of decoder.push(chunk)) {
        kept += data.length;
        if (trace.capturesContent && kept <= maxReadLength) events.push(parse(data) ?? data);
        const isEnd =
          event === ""
            ? /"type": ?"(?:response\.(?:completed|incomplete|failed)|error)"/.test(data)
            : endings.has(event);
        hasEnded ||= isEnd || data === "[DONE]";
        if (isEnd) last = parse(data);
      }
    },
    end: () => {
      if (last !== undefined) noteResponse(isRecord(last["response"]) ? last["response"] : last, trace);
    },
  };
}

function observeResponse(trace: TraceRecorder): ForwardedObserver {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const read = (): Fields | undefined =>
    length > maxReadLength ? undefined : parse(Buffer.concat(chunks).toString("utf8"));
  return {
    isEventStream: false,
    isInsideEvent: false,
    isCutOff: false,
    get content() {
      return trace.capturesContent ? read() : undefined;
    },
    see: (chunk) => {
      length += chunk.length;
      if (length <= maxReadLength) chunks.push(chunk);
    },
    end: () => {
      const response = read();
      if (response !== undefined) noteResponse(response, trace);
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

function parse(data: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
