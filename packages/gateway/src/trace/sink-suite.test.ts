import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";
import { traceSinkSuite } from "../suites/index.ts";
import { sampleRecords } from "../suites/sample-records.ts";
import { createLogSink } from "./log-sink.ts";
import { MemorySink } from "./memory-sink.ts";
import { createMetrics } from "./metrics.ts";
import { createSpanSink } from "./span-sink.ts";
import { UpstreamHealthSink } from "./upstream-health.ts";

const sinks: readonly [string, () => TraceSink][] = [
  ["the log", () => createLogSink({ write: (line) => void JSON.parse(line) })],
  ["memory", () => new MemorySink(() => ({ records: 2, bytes: 1_000 }))],
  ["spans", createSpans],
  [
    "metrics",
    () =>
      createMetrics({
        admission: { count: 0, bodyBytes: 0 },
        connections: { count: 0 },
        storeWait: { late: 0 },
        writers: () => [],
      }).sink,
  ],
  ["upstream health", () => new UpstreamHealthSink()],
];

function createSpans(): TraceSink {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] });
  return createSpanSink(provider.getTracer("test"));
}

const text = fc.string({ unit: "binary", maxLength: 30 });
const texts = fc.array(text, { maxLength: 3 });
const count = fc.nat();
const milliseconds = fc.double({ min: 0, max: 1e9, noNaN: true });
const usage = fc.record(
  { input_tokens: count, output_tokens: count, cache_read_input_tokens: fc.option(count), extra: fc.anything() },
  { requiredKeys: ["input_tokens", "output_tokens"] },
);
const search = fc.record(
  {
    kind: fc.constantFrom("client", "server", "injected"),
    query: text,
    ranker: text,
    searched: count,
    hits: texts,
    miss: text,
    milliseconds,
  },
  { requiredKeys: ["kind", "ranker", "searched", "hits", "milliseconds"] },
);
const toolCall = fc.record({ server: text, tool: text, isError: fc.boolean(), milliseconds });
const upstreamCall = fc.record(
  { upstream: text, model: text, status: fc.nat(599), usage, milliseconds, retries: texts },
  { requiredKeys: ["upstream", "model", "status", "milliseconds", "retries"] },
);
const times = fc.record({ total: milliseconds, own: milliseconds, upstream: milliseconds });
const step = fc.record(
  { at: milliseconds, from: fc.constant("client"), to: fc.constant("gateway"), title: text, payload: fc.jsonValue() },
  { requiredKeys: ["at", "from", "to", "title"] },
);
const anyRecord = fc
  .record(
    {
      id: text,
      kind: fc.constantFrom("messages", "count_tokens"),
      conversation: text,
      client: fc.option(text, { nil: undefined }),
      model: text,
      status: fc.nat(599),
      error: fc.record({ type: text, message: text }),
      stopReason: fc.option(text),
      loader: text,
      tools: fc.record({ received: count, eager: count, deferred: count, sent: count, found: texts }),
      searches: fc.array(search, { maxLength: 3 }),
      toolCalls: fc.array(toolCall, { maxLength: 3 }),
      upstreamCalls: fc.array(upstreamCall, { maxLength: 3 }),
      warnings: texts,
      usage,
      milliseconds: times,
      flow: fc.array(step, { maxLength: 3 }),
    },
    { requiredKeys: ["id"] },
  )
  .map((facts) => ({ ...sampleRecords[0], ...facts }) as unknown as TraceRecord);

describe.each(sinks)("%s as a sink", (_name, create) => {
  it.each(traceSinkSuite(create))("$title", ({ run }) => run());

  it("accepts any record", () => {
    const sink = create();
    fc.assert(
      fc.property(anyRecord, (record) => {
        sink.record(record);
      }),
      { numRuns: 100 },
    );
  });
});

describe("traceSinkSuite", () => {
  it.each<[string, Partial<TraceSink>]>([
    ["writes into the record", { record: (record) => void Object.assign(record, { seen: true }) }],
    ["relies on a search", { record: ({ searches }) => void (searches[0] ?? fail()) }],
    ["makes a promise", { record: (async () => {}) as () => void }],
    ["cannot be told a step", { step: () => fail() }],
    ["looks names up in a plain object", { record: ({ id }) => void ({} as Record<string, string[]>)[id]?.sort() }],
  ])("detects a sink that %s", async (_what, part) => {
    const checks = traceSinkSuite(() => ({ specificationVersion: "v1", record: () => {}, ...part }));

    expect(await titlesOfFailedChecks(checks)).not.toEqual([]);
  });
});

function fail(): never {
  throw new Error("It fails.");
}
