import type { Redactor } from "@toolcrib/core/redaction";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { Ticket } from "../admission/admission.ts";
import type { ClientDialect, ParsedRequest } from "../contracts/client-dialect.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { KeptObjectsOfCallers, ObjectsOfCaller } from "../memory/kept-objects.ts";
import type { StoreWait, UntilWritten } from "../memory/store-wait.ts";
import { redactError } from "../redaction/redact-error.ts";
import { credentialSecrets } from "../redaction/request-secrets.ts";
import { createTraceRecorder, type OpenTrace } from "../trace/create-trace-recorder.ts";
import { errorAnswer, noteFailure, recordedError, toWireError } from "./error-answer.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { RequestAbort } from "./request-abort.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { ServedDialects } from "./served-dialects.ts";

/** What an open call uses: clocks, timers, ids, the redactor and the list of running calls. */
export interface CallServices {
  readonly createRequestId: () => string;
  readonly now: () => number;
  readonly clock: () => number;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
  /** Knows the secrets of the config. */
  readonly redactor: Redactor;
  readonly calls: RunningCalls;
  readonly dialects: ServedDialects;
  /** What client dialects keep for their callers. */
  readonly kept: KeptObjectsOfCallers;
  readonly storeWait: StoreWait;
}

export interface OpenCallOptions {
  readonly dialect: ClientDialect;
  readonly kind: TraceRecord["kind"];
  readonly headers: Readonly<Record<string, string>>;
  readonly abort: RequestAbort;
  readonly state: ConfiguredState;
  readonly services: CallServices;
  /** Its admission ticket; undefined when it was refused before it got one. */
  readonly ticket: Ticket | undefined;
}

/** A call while it is answered: its trace record, its time limit and its admission ticket. */
export class OpenCall {
  readonly dialect: ClientDialect;
  readonly abort: RequestAbort;
  readonly state: ConfiguredState;
  readonly services: CallServices;
  readonly trace: OpenTrace;
  /** Knows the secrets of the config and of this call; applied to everything that is sent or recorded. */
  readonly redactor: Redactor;
  /** Whether the gateway writes the answer's stream itself, so that it may begin before the upstream's. */
  isOwnStream = false;
  /** What the dialect keeps for the caller; undefined until the request is read. */
  kept: ObjectsOfCaller | undefined;
  /** Lets the answer wait for the store. */
  readonly untilWritten: UntilWritten;
  /** Called with the record when the call has ended. */
  onEnd: ((record: TraceRecord) => void) | undefined;
  /** The rate limit headers that the upstream sent last. */
  rateLimits: Readonly<Record<string, string>> = {};
  #parsedRequest: ParsedRequest | undefined;
  readonly kind: TraceRecord["kind"];
  readonly #leave: () => void;
  readonly #ticket: Ticket | undefined;
  #timer: Timer | undefined;

  constructor({ dialect, kind, headers, abort, state, services, ticket }: OpenCallOptions) {
    this.dialect = dialect;
    this.kind = kind;
    this.abort = abort;
    this.state = state;
    this.services = services;
    this.#ticket = ticket;
    this.#leave = services.calls.add(abort);
    this.untilWritten = services.storeWait.ofAnswer();
    this.redactor = services.redactor.extend(credentialSecrets(headers));
    this.trace = createTraceRecorder({
      redactor: this.redactor,
      createId: services.createRequestId,
      kind,
      capturesContent: state.config.trace.captureContent,
      now: services.now,
      clock: services.clock,
      findPrice: state.findPrice,
      onStep: (step) => this.#tellSinks((sink) => sink.step?.(step)),
    });
    this.trace.later(() => this.#limitTime());
  }

  /** The parsed request; missing only for early errors. */
  get parsedRequest(): ParsedRequest {
    if (this.#parsedRequest === undefined) throw new Error("The call is answered before its request is read.");
    return this.#parsedRequest;
  }

  set parsedRequest(request: ParsedRequest) {
    this.#parsedRequest = request;
  }

  /** Call once, when nothing more is written. Returns its record. */
  end(): TraceRecord {
    const record = this.trace.finish();
    this.#timer?.stop();
    this.#ticket?.end();
    this.#leave();
    this.#tellSinks((sink) => sink.record(record));
    this.onEnd?.(record);
    return record;
  }

  /** Ends a call that fails before it has an answer, and returns the error answer. */
  fail(error: unknown): HttpAnswer {
    const wireError = toWireError(error);
    if (wireError.isUnexpected) this.reportProblem("failed", error);
    this.trace.note({ status: wireError.status, error: recordedError(error, this.trace.capturesContent) });
    noteFailure(this.trace, wireError);
    this.end();
    const { headers, ...answer } = errorAnswer(wireError, this.dialect, this.trace.id, this.redactor);
    return { ...answer, headers: { ...this.rateLimits, ...headers } };
  }

  /** Waits for what the answer keeps for later requests, which may be the next one; undefined if there is nothing to wait for. */
  untilKept(): Promise<void> | undefined {
    const write = this.kept?.written();
    return write === undefined ? undefined : this.untilWritten(write);
  }

  /** Reports an unexpected problem to the operator. */
  reportProblem(problem: string, error: unknown): void {
    this.services.reportProblem(`${this.trace.id} ${problem}`, redactError(error, this.redactor));
  }

  #limitTime(): void {
    const seconds = this.state.config.limits.requestSeconds;
    this.#timer = this.services.startTimer(seconds * 1_000, () => {
      this.abort.abort(new GatewayError("time_limit", { seconds }));
    });
  }

  #tellSinks(tell: (sink: TraceSink) => unknown): void {
    const onFailure = (error: unknown): void => this.reportProblem("could not be recorded", error);
    for (const sink of this.state.sinks) {
      try {
        // An async function passes as a sink's, and its unhandled rejection would end the process.
        const pending = tell(sink);
        if (pending instanceof Promise) pending.catch(onFailure);
      } catch (error) {
        onFailure(error);
      }
    }
  }
}
