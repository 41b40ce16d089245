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
  const startedAt = options.now();
  const start = options.clock();
  const facts: { -readonly [Field in keyof TraceRecord]?: TraceRecord[Field] } = {};
  const searches: TraceRecord["searches"][number][] = [];
  const toolCalls: TraceRecord["toolCalls"][number][] = [];
  const repairs: TraceRecord["repairs"][number][] = [];
  const upstreamCalls: TraceRecord["upstreamCalls"][number][] = [];
  const warnings: string[] = [];
  const flow: FlowStep[] = [];
  // What is noted waits until the request has gone up, or until somebody looks: the client waits for neither.
  const postponed: (() => void)[] = [];
  const settle = (): void => {
    for (const work of postponed.splice(0)) {
      try {
        work();
      } catch (error) {
        // Nobody is there to catch it, and a record is no reason to fail.
        warnings.push(`Something could not be recorded: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const postpone = (work: () => void): void => {
    if (postponed.length === 0) setImmediate(settle);
    postponed.push(work);
  };

  const trace: OpenTrace = {
    id: options.id,
    capturesContent: options.capturesContent,
    get facts() {
      settle();
      return facts;
    },
    get steps() {
      settle();
      return flow;
    },
    note: (more) => postpone(() => Object.assign(facts, typeof more === "function" ? more() : more)),
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
      const at = options.clock() - start;
      const content = options.capturesContent && payload !== undefined ? { payload: payload() } : undefined;
      postpone(() => {
        flow.push({ at, from, to, title: typeof title === "function" ? title() : title, ...content });
        options.onStep?.(trace);
      });
    },
    soFar: () => ({ ...trace.finish(), flow: [] }),
    finish: () => {
      settle();
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
        startedAt: new Date(startedAt).toISOString(),
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
