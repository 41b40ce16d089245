import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";

/** Prometheus metrics, computed from the records. */
export interface Metrics {
  readonly sink: TraceSink;
  /** In the Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const secondsBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
];
const toolsBuckets = [0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** Values that are read when the metrics are scraped. */
export interface MetricsOptions {
  readonly admission: { readonly count: number; readonly bodyBytes: number };
  readonly connections: { readonly count: number };
  readonly storeWait: { readonly late: number };
  /** The background writers. */
  readonly writers: () => readonly WriterHealth[];
}

/** Uses its own registry, so that two gateways in one process do not mix their metrics. */
export function createMetrics({ admission, connections, storeWait, writers }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "toolcrib_requests_total",
    help: "Requests answered.",
    labelNames: ["kind", "status", "execution", "loader"],
    registers,
  });
  const total = histogram("toolcrib_request_seconds", "Time from request to the last byte.", secondsBuckets);
  const own = histogram(
    "toolcrib_own_seconds",
    "The part of it that was not spent waiting for an upstream.",
    secondsBuckets,
  );
  const received = histogram("toolcrib_tools_received", "Tools in a request.", toolsBuckets);
  const sent = histogram("toolcrib_tools_sent", "Tools sent up for a request.", toolsBuckets);
  const searches = new Counter({
    name: "toolcrib_searches_total",
    help: "Searches of the catalogue.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const toolCalls = new Counter({
    name: "toolcrib_tool_calls_total",
    help: "Calls of MCP tools made by the gateway.",
    labelNames: ["outcome"],
    registers,
  });
  const upstreamCalls = new Counter({
    name: "toolcrib_upstream_calls_total",
    help: "Calls of models.",
    labelNames: ["upstream", "status"],
    registers,
  });
  const retries = counter("toolcrib_retries_total", "Calls of models that were made again.");
  const repairs = counter("toolcrib_repairs_total", "Repairs of conversations.");
  const tokens = new Counter({
    name: "toolcrib_tokens_total",
    help: "Tokens, as the upstreams counted them, and estimated where they did not.",
    labelNames: ["kind"],
    registers,
  });
  const modelCalls = new Counter({
    name: "toolcrib_model_calls_total",
    help: "Answered calls of models. Purpose `extra`: made only because tools were deferred.",
    labelNames: ["purpose"],
    registers,
  });
  const estimatedCalls = counter(
    "toolcrib_estimated_calls_total",
    "Calls of models whose tokens are estimated, at least in part: cut off, or not counted by their upstream.",
  );
  const promptTokens = new Counter({
    name: "toolcrib_prompt_tokens_total",
    help: "Prompt tokens that were sent, and an estimate for the same work with every tool loaded.",
    labelNames: ["case"],
    registers,
  });
  const cost = new Counter({
    name: "toolcrib_cost_usd_total",
    help: "What priced model calls cost, and an estimate for the same work with every tool loaded.",
    labelNames: ["case"],
    registers,
  });
  gauge("toolcrib_requests_running", "Requests being answered.", () => admission.count);
  gauge("toolcrib_body_bytes", "Bytes of the bodies of these requests.", () => admission.bodyBytes);
  gauge("toolcrib_connections", "Open connections.", () => connections.count);
  new Counter({
    name: "toolcrib_store_late_total",
    help: "Answers that went out before the store had what their next requests need.",
    registers,
    collect() {
      this.reset();
      this.inc(storeWait.late);
    },
  });
  new Counter({
    name: "toolcrib_writer_failures_total",
    help: "Writes in the background that failed.",
    labelNames: ["writer"],
    registers,
    collect() {
      this.reset();
      for (const { name, failedWrites } of writers()) this.inc({ writer: name }, failedWrites);
    },
  });
  new Gauge({
    name: "toolcrib_writer_ok",
    help: "Whether the last write succeeded: 1 or 0. The store is one of the writers.",
    labelNames: ["writer"],
    registers,
    collect() {
      this.reset();
      for (const { name, state } of writers()) this.set({ writer: name }, state === "ok" ? 1 : 0);
    },
  });
  new Counter({
    name: "toolcrib_writer_dropped_total",
    help: "Records that were dropped because they could not be written.",
    labelNames: ["writer"],
    registers,
    collect() {
      this.reset();
      for (const { name, droppedLines = 0 } of writers()) this.inc({ writer: name }, droppedLines);
    },
  });
  new Gauge({
    name: "toolcrib_writer_queued_bytes",
    help: "Bytes that wait to be written.",
    labelNames: ["writer"],
    registers,
    collect() {
      this.reset();
      for (const { name, queuedBytes = 0 } of writers()) this.inc({ writer: name }, queuedBytes);
    },
  });

  const record = (trace: TraceRecord): void => {
    const { kind, execution, loader = "none", milliseconds, tools } = trace;
    requests.inc({ kind, status: trace.status, execution, loader });
    total.observe(milliseconds.total / 1_000);
    own.observe(milliseconds.own / 1_000);
    received.observe(tools.received);
    sent.observe(tools.sent);
    for (const search of trace.searches)
      searches.inc({ kind: search.kind, outcome: search.hits.length > 0 ? "hit" : "miss" });
    for (const { isError } of trace.toolCalls) toolCalls.inc({ outcome: isError ? "error" : "success" });
    for (const call of trace.upstreamCalls) {
      upstreamCalls.inc({ upstream: call.upstream, status: call.status });
      retries.inc(call.retries.length);
    }
    repairs.inc(trace.repairs.length);
    const { savings } = trace;
    modelCalls.inc({ purpose: "answer" }, savings.modelCalls - savings.extraCalls);
    modelCalls.inc({ purpose: "extra" }, savings.extraCalls);
    estimatedCalls.inc(savings.estimatedCalls);
    promptTokens.inc({ case: "sent" }, savings.sent.promptTokens);
    promptTokens.inc({ case: "without_deferral" }, savings.withoutDeferral.promptTokens);
    cost.inc({ case: "sent" }, savings.sent.cost ?? 0);
    cost.inc({ case: "without_deferral" }, savings.withoutDeferral.cost ?? 0);
    const { input, output, cacheRead, cacheWritten } = savings.sent.tokens;
    tokens.inc({ kind: "input" }, input);
    tokens.inc({ kind: "output" }, output);
    tokens.inc({ kind: "cache_read" }, cacheRead);
    tokens.inc({ kind: "cache_written" }, cacheWritten);
  };

  return {
    sink: { specificationVersion: "v1", record },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };

  function histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers });
  }

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  function counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers });
  }
}
