import type { BodyReader } from "../body/body-reader.ts";
import { checkBody } from "../body/check-body.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { ClientRequest, TurnAnswer } from "../contracts/turn.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { StartTimer } from "../retry/timer.ts";
import { conversationId } from "../trace/conversation-id.ts";
import { createTraceRecorder, type OpenTrace } from "../trace/create-trace-recorder.ts";
import { type Caller, identifyCaller } from "./access.ts";
import { errorAnswer, noteFailure, recordedError, toWireError } from "./error-answer.ts";
import type { ConfiguredState, ReportProblem } from "./gateway-state.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { RequestAbort } from "./request-abort.ts";
import { turnAnswer } from "./turn-answer.ts";

/** A call of `/v1/messages` or `/v1/messages/count_tokens`, whatever carried it. */
export interface MessagesCall {
  readonly kind: ClientRequest["kind"];
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the pieces that it came in. */
  readonly body: readonly Buffer[];
  /** Aborted when the client goes away, and here when the time is up. */
  readonly abort: RequestAbort;
}

/** What answering needs beside the call. */
export interface MessagesTools {
  readonly bodyReader: BodyReader;
  readonly createRequestId: () => string;
  readonly now: () => number;
  readonly clock: () => number;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
}

/** The requests that are running, for the limit and the metrics. */
export interface RunningRequests {
  count: number;
  /** Those whose body is still on its way. */
  receiving: number;
}

const noBetas: readonly string[] = [];

/** Answers one call of the Messages API. Never throws: an error is an answer. */
export async function answerMessages(
  call: MessagesCall,
  state: ConfiguredState,
  tools: MessagesTools,
  running: RunningRequests,
): Promise<HttpAnswer> {
  const { config } = state;
  const requestId = tools.createRequestId();
  const trace = createTraceRecorder({
    id: requestId,
    kind: call.kind,
    capturesContent: config.trace.captureContent,
    now: tools.now,
    clock: tools.clock,
    onStep: (running) => tellSinks((sink) => sink.step?.(running)),
  });
  const tellSinks = (tell: (sink: TraceSink) => void): void => {
    for (const sink of state.sinks) {
      try {
        tell(sink);
      } catch (error) {
        tools.reportProblem(`the record of ${requestId} could not be written`, error);
      }
    }
  };
  const timer = tools.startTimer(config.limits.requestSeconds * 1_000, () => {
    call.abort.abort(new GatewayError("time_limit", { seconds: config.limits.requestSeconds }));
  });
  running.count++;
  const end = (): void => {
    timer.stop();
    running.count--;
    const record = trace.finish();
    tellSinks((sink) => sink.record(record));
  };
  const fail = (error: unknown): HttpAnswer => {
    const wireError = toWireError(error);
    if (wireError.isUnexpected) tools.reportProblem(`${requestId} failed`, error);
    trace.note({ status: wireError.status, error: recordedError(error, trace.capturesContent) });
    noteFailure(trace, wireError);
    return errorAnswer(wireError, requestId);
  };
  try {
    if (running.count > config.limits.concurrentRequests) {
      throw new GatewayError("overloaded", { limit: config.limits.concurrentRequests });
    }
    const request = readRequest(call, state, tools, trace);
    const answer = await untilAborted(state.answerRequest(request), call.abort);
    return turnAnswer(answer, { requestId, trace, abort: call.abort, state, tools, end, fail });
  } catch (error) {
    const answer = fail(error);
    end();
    return answer;
  }
}

function readRequest(
  call: MessagesCall,
  { config, findRoute }: ConfiguredState,
  { bodyReader }: MessagesTools,
  trace: OpenTrace,
): ClientRequest {
  const caller = identifyCaller(call.headers, config);
  const body = checkBody(bodyReader.read(call.body), config.limits);
  trace.note(() => ({
    client: call.headers["user-agent"],
    ...(caller.name !== undefined && { key: caller.name }),
    conversation: conversationId(body.messages),
    model: body.model,
    isStreaming: body.stream === true,
    tools: { received: body.tools?.length ?? 0, eager: 0, deferred: 0, sent: body.tools?.length ?? 0, found: [] },
  }));
  const { abort } = call;
  return {
    kind: call.kind,
    body,
    raw: {
      method: "POST",
      path: call.path,
      headers: clientHeaders(call.headers, caller),
      body: call.body,
      get signal() {
        return abort.signal;
      },
      onAbort: abort.onAbort,
    },
    betas: listOf(call.headers["anthropic-beta"]),
    apiVersion: call.headers["anthropic-version"] ?? "2023-06-01",
    credentials: caller.credentials,
    caller: caller.name,
    route: findRoute(body.model),
    policy: caller.policy,
    get signal() {
      return abort.signal;
    },
    trace,
  };
}

/** The client's headers without a key of this gateway: that is nobody else's business. */
function clientHeaders(headers: Readonly<Record<string, string>>, caller: Caller): Readonly<Record<string, string>> {
  const { "toolcrib-key": ownKey, "x-api-key": givenKey, authorization: givenAuthorization } = headers;
  const { apiKey, authorization } = caller.credentials;
  if (ownKey === undefined && givenKey === apiKey && givenAuthorization === authorization) return headers;
  const { "toolcrib-key": _own, "x-api-key": _apiKey, authorization: _authorization, ...others } = headers;
  return {
    ...others,
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
    ...(authorization !== undefined && { authorization }),
  };
}

function listOf(header: string | undefined): readonly string[] {
  if (header === undefined) return noBetas;
  return header
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The answer, or the reason of the abort, whichever is first: nothing inside can keep a request longer than its time. */
function untilAborted(answer: Promise<TurnAnswer>, { onAbort }: RequestAbort): Promise<TurnAnswer> {
  return new Promise((resolve, reject) => {
    onAbort(reject);
    answer.then(resolve, reject);
  });
}
