import type { FinishedAnswer, ForwardedObserver, UnfinishedAnswer } from "../contracts/client-dialect.ts";
import type { Usage } from "../contracts/inner-form.ts";
import { promptTokensIn } from "../inner-form/input-usage.ts";
import { createTraceRecorder, type OpenTrace } from "../trace/create-trace-recorder.ts";
import type { Caller } from "./access.ts";
import { actorOf, usedBy } from "./control-request.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { CallServices } from "./open-call.ts";

/** A reading of an answer that went on when its request had ended. */
export interface UnfinishedReading {
  readonly upstream: string;
  readonly caller: Caller;
  readonly state: ConfiguredState;
  readonly services: CallServices;
  /** What was counted so far; undefined if another reading counted the rest meanwhile. */
  readonly before: () => UnfinishedAnswer | undefined;
  /** Keeps what is counted now. */
  readonly note: (counted: UnfinishedAnswer | FinishedAnswer) => void;
}

/** The trace of a reading, for an observer of the answer. */
export function traceOf({ state, services, caller }: UnfinishedReading): OpenTrace {
  const trace = createTraceRecorder({
    createId: services.createRequestId,
    kind: "messages",
    capturesContent: false,
    now: services.now,
    clock: services.clock,
    redactor: services.redactor,
    findPrice: state.findPrice,
  });
  trace.note({ status: 200, ...(caller.name !== undefined && { key: caller.name }) });
  return trace;
}

/** Counts what an answer used since it was counted last, if the reading shows it: its usage, or what was read of its stream. */
export function countUnfinished(reading: UnfinishedReading, trace: OpenTrace, observer: ForwardedObserver): void {
  const { upstream, caller, state, services, note } = reading;
  const before = reading.before();
  const { usage } = trace.facts;
  const outputLength = usage === undefined && observer.isEventStream ? observer.outputLength : undefined;
  if (before === undefined || (usage === undefined && outputLength === undefined)) return;
  const { model, conversation } = before;
  const call = { upstream, model, status: 200, milliseconds: 0, retries: [] };
  trace.note({ model, conversation });
  if (usage !== undefined) {
    const more = without(usage, before);
    trace.note({ usage: more });
    trace.upstreamCall({ ...call, usage: more });
    note({ tokens: promptTokensIn(usage) + usage.output_tokens });
  } else if (outputLength !== undefined) {
    trace.upstreamCall({ ...call, outputLength });
    // A stream may be read in parts, so that each counts.
    note({ ...before, outputTokens: before.outputTokens + trace.savings.sent.tokens.output });
  }
  const record = trace.finish();
  for (const sink of state.sinks) {
    try {
      sink.record(record);
    } catch (error) {
      services.reportProblem(`${record.id} could not be recorded`, error);
    }
  }
  state.callControls?.quotas?.spend({ ...actorOf(caller), model }, usedBy(record));
}

/** The part of a usage that was not counted before. */
function without(usage: Usage, { promptTokens, outputTokens }: UnfinishedAnswer): Usage {
  return {
    input_tokens: Math.max(0, promptTokensIn(usage) - promptTokens),
    output_tokens: Math.max(0, usage.output_tokens - outputTokens),
  };
}
