import type { FlowStep, RunningTrace, TraceRecord, TraceRecorder } from "../contracts/trace.ts";

export interface TraceRecorderOptions {
  readonly id: string;
  readonly kind: TraceRecord["kind"];
  /** Whether payloads of flow steps are kept. */
  readonly capturesContent: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from any start, for durations. */
  readonly clock: () => number;
  /** Told after each step of the flow. */
  readonly onStep?: ((running: RunningTrace) => void) | undefined;
}

/** A recorder that can be read: while the request runs, for response headers, and at its end, for the sinks. */
export interface OpenTrace extends TraceRecorder, RunningTrace {
  /** What is known so far. */
  readonly facts: Readonly<Partial<TraceRecord>>;
  /** The finished record. */
  finish(): TraceRecord;
}

const noTools: TraceRecord["tools"] = { received: 0, eager: 0, deferred: 0, sent: 0, found: [] };

/** Collects the trace of one request. */
export function createTraceRecorder(options: TraceRecorderOptions): OpenTrace {
  const startedAt = new Date(options.now()).toISOString();
  const start = options.clock();
  const facts: { -readonly [Field in keyof TraceRecord]?: TraceRecord[Field] } = {};
  const searches: TraceRecord["searches"][number][] = [];
  const toolCalls: TraceRecord["toolCalls"][number][] = [];
  const repairs: TraceRecord["repairs"][number][] = [];
  const upstreamCalls: TraceRecord["upstreamCalls"][number][] = [];
  const warnings: string[] = [];
  const flow: FlowStep[] = [];

  const trace: OpenTrace = {
    id: options.id,
    capturesContent: options.capturesContent,
    facts,
    steps: flow,
    note: (more) => {
      Object.assign(facts, more);
    },
    search: (record) => {
      searches.push(record);
    },
    toolCall: (record) => {
      toolCalls.push(record);
    },
    repairs: (more) => {
      repairs.push(...more);
    },
    upstreamCall: (record) => {
      upstreamCalls.push(record);
    },
    warn: (warning) => {
      warnings.push(warning);
    },
    flow: ({ from, to, title, payload }) => {
      const step = { at: options.clock() - start, from, to, title };
      flow.push(options.capturesContent && payload !== undefined ? { ...step, payload: payload() } : step);
      options.onStep?.(trace);
    },
    soFar: () => ({ ...trace.finish(), flow: [] }),
    finish: () => {
      const total = options.clock() - start;
      const upstream = Math.min(
        total,
        upstreamCalls.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      );
      return {
        conversation: "",
        client: undefined,
        model: "",
        isStreaming: false,
        status: 0,
        execution: "passed-through",
        milliseconds: { total, own: total - upstream, upstream },
        ...facts,
        tools: withFound(facts.tools ?? noTools, searches),
        id: options.id,
        kind: options.kind,
        startedAt,
        searches,
        toolCalls,
        repairs,
        upstreamCalls: withUsage(upstreamCalls, facts.usage),
        warnings,
        flow,
      };
    },
  };
  return trace;
}

/** What was found before the request, and what its own searches found. */
function withFound(tools: TraceRecord["tools"], searches: TraceRecord["searches"]): TraceRecord["tools"] {
  const found = new Set([...tools.found, ...searches.flatMap(({ hits }) => hits)]);
  return found.size === tools.found.length ? tools : { ...tools, found: [...found] };
}

/** A single call used what the request used; who passed its bytes on could not know at the time. */
function withUsage(calls: TraceRecord["upstreamCalls"], usage: TraceRecord["usage"]): TraceRecord["upstreamCalls"] {
  const [only] = calls;
  if (calls.length !== 1 || only === undefined || only.usage !== undefined || usage === undefined) return calls;
  return [{ ...only, usage }];
}
