import { isRecord } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import type { TraceRecorder } from "../../../../contracts/trace.ts";
import { SseDecoder } from "../../../../sse/sse-decoder.ts";
import { readUsage } from "./usage.ts";
import { firstChoice } from "./whole-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

const maxReadLength = 1_000_000;

/** Chooses by the answer's headers how it is read; what is compressed or of another type is not. */
export function observeForwarded(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  const type = headers["content-type"] ?? "";
  if ((headers["content-encoding"] ?? "identity") !== "identity") return blind;
  if (type.startsWith("text/event-stream")) return observeStream(trace);
  return type.startsWith("application/json") ? observeAnswer(trace) : blind;
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
  const chunks: unknown[] = [];
  let kept = 0;
  let hasEnded = false;
  let last: Fields = {};
  const read = (data: string): void => {
    if (data === "[DONE]") {
      hasEnded = true;
      return;
    }
    // Most chunks are pieces of text: only those that can tell the end are parsed, unless content is kept.
    const isEnding = /"(?:finish_reason"\s*:\s*"|usage"\s*:\s*\{|error"\s*:)/.test(data);
    if (!isEnding && !trace.capturesContent) return;
    const chunk = parse(data);
    if (trace.capturesContent) {
      kept += data.length;
      if (kept <= maxReadLength) chunks.push(chunk ?? data);
    }
    if (!isRecord(chunk)) return;
    hasEnded ||= isEnd(chunk);
    last = { ...last, ...endOf(chunk) };
  };
  return {
    isEventStream: true,
    get content() {
      return trace.capturesContent ? chunks : undefined;
    },
    get isInsideEvent() {
      return decoder.isInsideEvent;
    },
    get isCutOff() {
      return !hasEnded;
    },
    see: (bytes) => {
      for (const { data } of decoder.push(bytes)) read(data);
    },
    end: () => noteEnd(last, trace),
  };
}

function observeAnswer(trace: TraceRecorder): ForwardedObserver {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const read = (): unknown => (length > maxReadLength ? undefined : parse(Buffer.concat(chunks).toString("utf8")));
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
      const answer = read();
      if (isRecord(answer)) noteEnd(endOf(answer), trace);
    },
  };
}

/** What a chunk or an answer tells of its end. */
function endOf(chunk: Fields): Fields {
  const { finish_reason: reason } = firstChoice(chunk) ?? {};
  return {
    ...(typeof reason === "string" ? { reason } : {}),
    ...(isRecord(chunk["usage"]) ? { usage: chunk["usage"] } : {}),
    ...(isRecord(chunk["error"]) ? { error: chunk["error"] } : {}),
  };
}

function isEnd(chunk: Fields): boolean {
  return typeof firstChoice(chunk)?.["finish_reason"] === "string" || isRecord(chunk["error"]);
}

const stopReasons: ReadonlyMap<unknown, string> = new Map([
  ["stop", "end_turn"],
  ["length", "max_tokens"],
  ["tool_calls", "tool_use"],
  ["function_call", "tool_use"],
  ["content_filter", "refusal"],
]);

function noteEnd({ reason, usage, error }: Fields, trace: TraceRecorder): void {
  const read = readUsage(usage);
  if (read !== undefined) trace.note({ usage: read });
  if (typeof reason === "string") trace.note({ stopReason: stopReasons.get(reason) ?? reason });
  if (isRecord(error) && typeof error["message"] === "string") {
    const type = typeof error["type"] === "string" ? error["type"] : "api_error";
    trace.note({ error: { type, message: error["message"] } });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
