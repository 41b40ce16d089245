import { writeExactly } from "@toolcrib/shared/json";
import type { TurnAnswer } from "../contracts/client-request.ts";
import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";
import type { Savings } from "../contracts/savings.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import type { OpenTrace } from "../trace/create-trace-recorder.ts";
import { noteFailure, toWireError } from "./error-answer.ts";
import { forwardedBody } from "./forwarded-body.ts";
import type { HttpAnswer, StreamedBody } from "./http-answer.ts";
import type { OpenCall } from "./open-call.ts";
import { redactForwarded } from "./redact-forwarded.ts";

/** Converts a turn's answer to an HTTP answer. */
export async function turnAnswer(answer: TurnAnswer, call: OpenCall): Promise<HttpAnswer> {
  switch (answer.kind) {
    case "forwarded":
      return forwarded(answer, call);
    case "streamed":
      return streamed(answer.events, call);
    case "whole":
      return whole(answer.message, call);
    case "counted":
      return json(call.dialect.encodeCount(answer.inputTokens), call);
  }
}

async function whole(message: AnswerMessage, call: OpenCall): Promise<HttpAnswer> {
  call.trace.note({ stopReason: message.stop_reason, usage: message.usage });
  const encoded = call.dialect.encodeAnswer(message, call.parsedRequest, call.kept);
  await call.untilKept();
  return json(encoded, call, savingsHeaders(call.trace.savings));
}

function json(value: unknown, call: OpenCall, more: Readonly<Record<string, string>> = {}): HttpAnswer {
  call.trace.note({ status: 200 });
  const headers = { "content-type": "application/json", ...ownHeaders(call), ...more };
  call.end();
  return { status: 200, headers, body: writeExactly(value) };
}

async function forwarded(answer: Extract<TurnAnswer, { kind: "forwarded" }>, call: OpenCall): Promise<HttpAnswer> {
  const response = await redactForwarded(answer.response, call.redactor);
  call.trace.note({ status: response.status });
  return {
    status: response.status,
    // Many servers give their answers no id.
    headers: { [requestIdHeaderOf(call)]: call.trace.id, ...response.headers, "toolcrib-trace-id": call.trace.id },
    body: forwardedBody({ ...answer, response }, call),
  };
}

/** A stream of events that the gateway writes. */
export function streamed(
  events: AsyncIterable<AnswerEvent>,
  call: OpenCall,
  options: { readonly beginsWithPing?: boolean } = {},
): HttpAnswer {
  call.trace.note({ status: 200 });
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    ...ownHeaders(call),
  };
  return { status: 200, headers, body: streamedBody(events, call, options.beginsWithPing === true) };
}

function streamedBody(events: AsyncIterable<AnswerEvent>, call: OpenCall, beginsWithPing: boolean): StreamedBody {
  const { trace, services, state } = call;
  const { signal } = call.abort;
  const encoder = call.dialect.createStreamEncoder(call.parsedRequest, call.kept);
  return async (sink) => {
    let isFull: Promise<void> | undefined;
    const sendPing = (): void => {
      // No ping while the client has unread data.
      if (isFull !== undefined) return;
      isFull = sink.write(encoder.ping());
      void isFull?.then(() => {
        isFull = undefined;
      });
    };
    const pings = services.startTimer(state.config.limits.pingSeconds * 1_000, () => {
      sendPing();
      pings.restart();
    });
    if (beginsWithPing) sendPing();
    try {
      for await (const event of abortable(events, signal)) {
        noteEvent(event, trace);
        const encoded = encoder.encode(event);
        // The last event: a client may send its next request when it has read it.
        if (event.type === "message_stop") await call.untilKept();
        isFull = sink.write(encoded);
        if (isFull !== undefined) await isFull;
        isFull = undefined;
        pings.restart();
      }
      sink.end?.();
    } catch (error) {
      const { status, body, isUnexpected } = toWireError(error);
      if (isUnexpected && !signal.aborted) call.reportProblem("failed in its stream", error);
      trace.note({ status, error: body.error });
      noteFailure(trace, { status, body });
      await sink.write(encoder.error(call.redactor.value(body), trace.id));
    } finally {
      pings.stop();
      call.end();
    }
  };
}

/** Ends the iteration when the request is aborted, even while waiting for the next event. */
async function* abortable<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let stop: (error: Error) => void = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  stopped.catch(() => {});
  const onAbort = (): void => stop(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not awaited: an iterator that waits for its upstream would block until it answers.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function noteEvent(event: AnswerEvent, trace: OpenTrace): void {
  if (event.type === "message_start") trace.note({ usage: event.message.usage });
  if (event.type === "message_delta") {
    const usage = { ...trace.facts.usage, ...event.usage } as NonNullable<TraceRecord["usage"]>;
    trace.note({ stopReason: event.delta.stop_reason, usage });
  }
}

function requestIdHeaderOf({ dialect }: OpenCall): string {
  return dialect.requestIdHeader ?? "request-id";
}

/** Known only when the answer is complete: a stream's headers are sent before. */
function savingsHeaders({ modelCalls, sent, saved }: Savings): Record<string, string> {
  if (modelCalls === 0) return {};
  return {
    "toolcrib-model-calls": String(modelCalls),
    "toolcrib-prompt-tokens": `${sent.promptTokens}; source=${sent.source}`,
    "toolcrib-saved-tokens": `${saved.promptTokens}; source=${saved.source}`,
    ...(saved.cost !== undefined && { "toolcrib-saved-usd": `${saved.cost.toFixed(6)}; source=${saved.source}` }),
  };
}

/** Headers that say how the gateway handled the request. */
function ownHeaders(call: OpenCall): Record<string, string> {
  const { trace, rateLimits, parsedRequest } = call;
  const { omitted = [] } = parsedRequest;
  const { tools, gate, loader } = trace.facts;
  return {
    ...rateLimits,
    [requestIdHeaderOf(call)]: trace.id,
    "toolcrib-trace-id": trace.id,
    ...(tools !== undefined && {
      "toolcrib-tools-received": String(tools.received),
      "toolcrib-tools-sent": String(tools.sent),
      "toolcrib-tools-found": String(trace.foundTools),
    }),
    ...(gate !== undefined && { "toolcrib-gate": `${gate.isOn ? "on" : "off"}; reason=${gate.reason}` }),
    ...(loader !== undefined && { "toolcrib-loader": loader }),
    ...(omitted.length > 0 && { "toolcrib-omitted": omitted.join(", ") }),
  };
}
