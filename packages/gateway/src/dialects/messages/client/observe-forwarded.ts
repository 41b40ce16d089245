import type { ForwardedObserver } from "../../../contracts/client-dialect.ts";
import type { AnswerEvent, AnswerMessage, ApiErrorBody, Usage } from "../../../contracts/inner-form.ts";
import type { TraceRecorder } from "../../../contracts/trace.ts";
import { SseDecoder } from "../../../sse/sse-decoder.ts";
import { readUsage } from "../wire/read-usage.ts";

const maxReadLength = 1_000_000;
/** The end of streams whose events are unnamed. */
const endingData = /^(?:\[DONE\]|\{"type": ?"(?:message_stop|error)")/;

/** Chooses how to read a response by its headers; compressed responses and other types are not read. */
export function observeForwarded(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  const type = headers["content-type"] ?? "";
  if ((headers["content-encoding"] ?? "identity") !== "identity") return blind;
  if (type.startsWith("text/event-stream")) return observeStream(trace);
  return type.startsWith("application/json") ? observeMessage(trace) : blind;
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
  // Longer events pass through unread: none of them reports usage.
  const decoder = new SseDecoder(maxReadLength);
  let usage: Usage | undefined;
  const events: unknown[] = [];
  let kept = 0;
  let hasEnded = false;
  const keep = (data: string): void => {
    kept += data.length;
    if (kept <= maxReadLength) events.push(parse(data) ?? data);
  };
  return {
    isEventStream: true,
    get content() {
      return trace.capturesContent ? events : undefined;
    },
    get isInsideEvent() {
      return decoder.isInsideEvent;
    },
    get isCutOff() {
      return !hasEnded;
    },
    see: (chunk) => {
      for (const { event, data } of decoder.push(chunk)) {
        if (trace.capturesContent) keep(data);
        hasEnded ||= event === "message_stop" || event === "error" || endingData.test(data);
        if (event !== "message_start" && event !== "message_delta") continue;
        const read = parse(data) as Extract<AnswerEvent, { type: "message_start" | "message_delta" }> | undefined;
        if (read?.type === "message_start") usage = readUsage(read.message?.usage);
        if (read?.type === "message_delta") {
          usage = { ...usage, ...readUsage(read.usage) } as Usage;
          noteStop(trace, read.delta?.stop_reason);
        }
      }
    },
    end: () => {
      if (usage !== undefined) trace.note({ usage });
    },
  };
}

function observeMessage(trace: TraceRecorder): ForwardedObserver {
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
      const message = read() as (Partial<AnswerMessage> & Partial<ApiErrorBody>) | undefined;
      const usage = readUsage(message?.usage);
      if (usage !== undefined) trace.note({ usage });
      const { type, message: text } = message?.error ?? {};
      if (typeof type === "string" && typeof text === "string") trace.note({ error: { type, message: text } });
      if (message?.stop_reason !== undefined) noteStop(trace, message.stop_reason);
    },
  };
}

function noteStop(trace: TraceRecorder, reason: unknown): void {
  trace.note({ stopReason: typeof reason === "string" ? reason : null });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
