import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";
import { testRecorder } from "../testing/trace-recorder.ts";
import { createLogSink } from "./log-sink.ts";
import { MemorySink } from "./memory-sink.ts";
import { createMetrics } from "./metrics.ts";
import { createSpanSink } from "./span-sink.ts";
import { UpstreamHealthSink } from "./upstream-health.ts";

/** The smallest record: a request that was rejected before anything was known about it. */
const refused = recordOf((trace) =>
  trace.note({ status: 400, error: { type: "invalid_request_error", message: "No." } }),
);

const usage = {
  input_tokens: 10,
  output_tokens: 5,
  cache_read_input_tokens: 7,
  cache_creation_input_tokens: null,
};

const full = recordOf((trace) => {
  trace.note({
    status: 200,
    model: "model-of-the-record",
    conversation: "conv_1",
    client: "agent/1",
    execution: "server-search",
    loader: "bridge",
    gate: { isOn: true, reason: "on" },
    stopReason: "end_turn",
    usage,
    tools: { received: 200, eager: 3, deferred: 197, sent: 5, found: ["a", "b"] },
  });
  trace.search({ kind: "server", query: "q", ranker: "bm25", searched: 197, hits: ["a"], milliseconds: 1 });
  trace.search({
    kind: "server",
    query: "x",
    ranker: "bm25",
    searched: 197,
    hits: [],
    miss: "nothing",
    milliseconds: 1,
  });
  trace.toolCall({ server: "s", tool: "t", isError: true, milliseconds: 2 });
  trace.upstreamCall({
    upstream: "up",
    model: "m",
    status: 200,
    usage,
    milliseconds: 30,
    retries: ["529 overloaded_error: no"],
  });
  trace.warn("careful");
  trace.flow({ from: "client", to: "gateway", title: "Request", payload: () => "never kept" });
});

interface SinkUnderTest {
  readonly sink: TraceSink;
  /** Everything it wrote, as text. */
  readonly read: () => Promise<string> | string;
}

describe.each<[string, () => SinkUnderTest, string]>([
  ["memory", memoryUnderTest, "model-of-the-record"],
  ["log", logUnderTest, "model-of-the-record"],
  ["spans", spansUnderTest, "model-of-the-record"],
  ["metrics", metricsUnderTest, 'execution="server-search",loader="bridge"'],
  ["upstream health", healthUnderTest, '"lastStatus":200'],
])("%s as a trace sink", (_name, create, expected) => {
  it("accepts any record, and reports it", async () => {
    const { sink, read } = create();

    sink.record(refused);
    sink.record(full);

    expect(sink.specificationVersion).toBe("v1");
    expect(await read()).toContain(expected);
  });

  it("reports no payload that was not captured", async () => {
    const { sink, read } = create();

    sink.record(full);

    expect(await read()).not.toContain("never kept");
  });
});

describe("createTraceRecorder", () => {
  it("keeps payloads only while content is captured, and does not create them otherwise", () => {
    const captured = recordOf(
      (trace) => trace.flow({ from: "client", to: "gateway", title: "Request", payload: () => ({ text: "Hi" }) }),
      true,
    );
    let made = 0;
    recordOf((trace) => trace.flow({ from: "client", to: "gateway", title: "Request", payload: () => ++made }));

    expect(captured.flow).toEqual([
      { at: 1, from: "client", to: "gateway", title: "Request", payload: { text: "Hi" } },
    ]);
    expect(made).toBe(0);
  });

  it("separates its own time from the upstream's", () => {
    let time = 100;
    const trace = testRecorder({ clock: () => time });
    trace.upstreamCall({ upstream: "up", model: "m", status: 200, milliseconds: 30, retries: [] });
    time = 142;

    expect(trace.finish().milliseconds).toEqual({ total: 42, own: 12, upstream: 30 });
  });

  it("counts a call that is under way when the request ends, once", () => {
    const call = { upstream: "up", model: "m", status: 200, milliseconds: 30, retries: [], promptLength: 250 };
    const trace = testRecorder();
    const forget = trace.runningCall(() => call);

    expect(trace.soFar().upstreamCalls).toEqual([]);
    expect(trace.finish()).toMatchObject({
      upstreamCalls: [call],
      savings: { estimatedCalls: 1, sent: { promptTokens: 100 } },
    });

    forget();
    trace.upstreamCall(call);

    expect(trace.finish().upstreamCalls).toEqual([call]);
  });
});

describe("MemorySink", () => {
  const record = (id: string, conversation: string): TraceRecord => ({ ...full, id, conversation });

  it("keeps the latest records, newest first, page by page", () => {
    const memory = new MemorySink(() => ({ records: 3, bytes: 100_000 }));
    for (const id of ["1", "2", "3", "4"]) memory.record(record(id, id === "3" ? "other" : "one"));

    expect(memory.get("1")).toBeUndefined();
    expect(memory.list({}).map(({ id }) => id)).toEqual(["4", "3", "2"]);
    expect(memory.list({ limit: 1, before: "4" }).map(({ id }) => id)).toEqual(["3"]);
    expect(memory.list({ conversation: "one" }).map(({ id }) => id)).toEqual(["4", "2"]);
    expect(memory.conversations()).toMatchObject([
      { id: "one", requests: 2, inputTokens: 20, cacheReadTokens: 14 },
      { id: "other", requests: 1 },
    ]);
  });

  it("notifies listeners until they unsubscribe", () => {
    const memory = new MemorySink(() => ({ records: 3, bytes: 100_000 }));
    const heard: string[] = [];
    const stop = memory.listen({ onRecord: ({ id }) => heard.push(id) });

    memory.record(record("1", "a"));
    stop();
    memory.record(record("2", "a"));

    expect(heard).toEqual(["1"]);
  });
});

describe("memory drops the oldest records if they take too many bytes", () => {
  const kept = (...traces: readonly Partial<TraceRecord>[]) => {
    const memory = new MemorySink(() => ({ records: 10, bytes: 50_000 }));
    for (const [position, trace] of traces.entries())
      memory.record({ ...full, ...trace, id: "abcdef"[position] ?? "" });
    return memory.list({}).map(({ id }) => id);
  };

  it("with captured content", () => {
    const said = (length: number): Partial<TraceRecord> => ({
      flow: [{ at: 0, from: "client", to: "gateway", title: "Request", payload: "x".repeat(length) }],
    });

    expect(kept(said(8_000), said(8_000), said(8_000), said(8_000))).toEqual(["d", "c"]);
    expect(kept(said(8_000), said(8_000), { flow: [] })).toEqual(["c", "b", "a"]);
    expect(kept(said(8_000), said(100_000))).toEqual([]);
  });

  it("without captured content, if a request needs many repairs", () => {
    const repaired = { repairs: Array.from({ length: 100 }, () => ({ ...full.repairs[0], name: "x".repeat(50) })) };

    expect(
      kept(repaired as Partial<TraceRecord>, repaired as Partial<TraceRecord>, repaired as Partial<TraceRecord>),
    ).toEqual(["c", "b"]);
  });
});

describe("requests that run", () => {
  const step = { at: 0, from: "client", to: "gateway", title: "Request" } as const;

  it("are reported step by step, kept until they end, and cost nothing without listeners", () => {
    const memory = new MemorySink(() => ({ records: 3, bytes: 100_000 }));
    let made = 0;
    const running = {
      id: "req_1",
      steps: [step],
      soFar: () => {
        made++;
        return full;
      },
    };
    memory.step(running);
    const heard: string[] = [];
    memory.listen({ onRecord: ({ id }) => heard.push(id), onStep: ({ id }) => heard.push(`step of ${id}`) });

    memory.step({ ...running, steps: [step, step] });

    expect(memory.running()).toEqual([running]);
    memory.record({ ...full, id: "req_1" });
    expect(memory.running()).toEqual([]);
    expect(heard).toEqual(["step of req_1", "req_1"]);
    expect(made).toBe(0);
  });

  it("are read as a record without its steps", async () => {
    const shown: string[] = [];
    const trace = testRecorder({
      onStep: (running) =>
        shown.push(`${running.steps.length} ${running.soFar().model} ${running.soFar().flow.length}`),
    });
    trace.note({ model: "m" });
    trace.flow(step);
    trace.flow(step);
    await new Promise((resolve) => setImmediate(resolve));

    expect(shown).toEqual(["1 m 0", "2 m 0"]);
  });
});

describe("metrics", () => {
  it("count requests, searches, retries and tokens", async () => {
    const metrics = createMetrics({
      admission: { count: 4, bodyBytes: 0 },
      connections: { count: 0 },
      storeWait: { late: 0 },
      writers: () => [],
    });
    metrics.sink.record(full);
    const text = await metrics.text();

    for (const line of [
      'toolcrib_requests_total{kind="messages",status="200",execution="server-search",loader="bridge"} 1',
      'toolcrib_searches_total{kind="server",outcome="hit"} 1',
      'toolcrib_searches_total{kind="server",outcome="miss"} 1',
      'toolcrib_tool_calls_total{outcome="error"} 1',
      "toolcrib_retries_total 1",
      'toolcrib_tokens_total{kind="cache_read"} 7',
      "toolcrib_requests_running 4",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
  });
});

function recordOf(fill: (trace: ReturnType<typeof testRecorder>) => void, capturesContent = false): TraceRecord {
  let time = 0;
  const trace = testRecorder({ capturesContent, clock: () => time++ });
  fill(trace);
  return trace.finish();
}

function memoryUnderTest(): SinkUnderTest {
  const sink = new MemorySink(() => ({ records: 10, bytes: 100_000 }));
  return { sink, read: () => JSON.stringify(sink.list({})) };
}

function logUnderTest(): SinkUnderTest {
  const lines: string[] = [];
  const sink = createLogSink({ write: (line) => lines.push(line) });
  return {
    sink,
    read: () => {
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ message: "request", trace: { id: "req_1" } });
      return lines.join("");
    },
  };
}

it("writes no terminal control characters to the log", () => {
  const lines: string[] = [];
  const sink = createLogSink({ write: (line) => lines.push(line) });
  const message = "a\u001b[2J\u009b31m\nfake line\u2028\u202e";

  sink.record({ ...refused, error: { type: "invalid_request_error", message } });

  expect(lines.join("")).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(lines[0] ?? "").trace.error.message).toBe(message);
});

function spansUnderTest(): SinkUnderTest {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return {
    sink: createSpanSink(provider.getTracer("test")),
    read: () =>
      JSON.stringify(
        exporter
          .getFinishedSpans()
          .map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
      ),
  };
}

function metricsUnderTest(): SinkUnderTest {
  const { sink, text } = createMetrics({
    admission: { count: 0, bodyBytes: 0 },
    connections: { count: 0 },
    storeWait: { late: 0 },
    writers: () => [],
  });
  return { sink, read: text };
}

function healthUnderTest(): SinkUnderTest {
  const sink = new UpstreamHealthSink();
  return { sink, read: () => JSON.stringify(sink.get("up")) };
}
