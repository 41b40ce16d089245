import type { TraceRecord } from "../contracts/trace.ts";

const noTokens = { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 };

/** A request that was refused before anything was known of it. */
const refused: TraceRecord = {
  id: "req_refused",
  startedAt: "2026-01-31T23:59:59.999Z",
  kind: "messages",
  conversation: "",
  client: undefined,
  model: "",
  isStreaming: false,
  status: 400,
  error: { type: "invalid_request_error", message: "messages: Field required" },
  execution: "passed-through",
  tools: { received: 0, eager: 0, deferred: 0, sent: 0, found: [] },
  searches: [],
  toolCalls: [],
  repairs: [],
  upstreamCalls: [],
  warnings: [],
  milliseconds: { total: 0, own: 0, upstream: 0 },
  flow: [],
  savings: {
    modelCalls: 0,
    extraCalls: 0,
    estimatedCalls: 0,
    unpricedCalls: 0,
    sent: { tokens: noTokens, promptTokens: 0, source: "counted" },
    withoutDeferral: { tokens: noTokens, promptTokens: 0, source: "counted" },
    saved: { promptTokens: 0, promptShare: 0, source: "counted" },
  },
};

/** One that has something of everything. */
const full: TraceRecord = {
  ...refused,
  id: "req_full",
  conversation: "conv_1",
  client: "agent/1.0",
  key: "team",
  model: "some-model",
  isStreaming: true,
  status: 200,
  error: { type: "api_error", message: "The stream broke." },
  stopReason: "tool_use",
  gate: { isOn: true, reason: "on" },
  execution: "server-search",
  loader: "bridge",
  loaderReason: "the capability table",
  tools: { received: 200, eager: 3, deferred: 197, sent: 5, found: ["a", "b"], catalogueHash: "0f" },
  withheld: ["output_config"],
  searches: [
    { kind: "server", query: "weather", ranker: "bm25", searched: 197, hits: ["a", "b"], milliseconds: 1.5 },
    { kind: "injected", ranker: "hybrid", searched: 197, hits: [], miss: "nothing", milliseconds: 0 },
    { kind: "client", ranker: "client", searched: 0, hits: ["a"], milliseconds: 0 },
  ],
  toolCalls: [
    { server: "maps", tool: "route", isError: true, milliseconds: 20 },
    { server: "maps", tool: "route", isError: false, milliseconds: 20 },
  ],
  programs: [
    {
      id: "srvtoolu_1",
      language: "javascript",
      code: "return await tools.route();",
      isResumed: false,
      status: "waiting",
      calls: [
        { number: 1, name: "maps_route", by: "gateway", state: "failed", arguments: { to: "home" } },
        { number: 2, name: "a", by: "client", state: "waiting" },
      ],
      milliseconds: 4,
    },
    {
      id: "srvtoolu_1",
      language: "javascript",
      isResumed: true,
      status: "failed",
      failure: "exception",
      calls: [],
      milliseconds: 1,
    },
  ],
  clientCalls: ["a", "a"],
  upstreamCalls: [
    { upstream: "up", model: "m", status: 529, milliseconds: 3, retries: [] },
    {
      upstream: "up",
      model: "m",
      status: 200,
      usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: null },
      milliseconds: 30,
      firstEventMilliseconds: 4,
      retries: ["529 overloaded_error: Overloaded"],
    },
  ],
  warnings: ["The upstream does not count tokens."],
  budget: { source: "estimated", system: 1, messages: 2, eagerTools: 3, foundTools: 4, withheldTools: 5 },
  usage: { input_tokens: 10, output_tokens: 5 },
  milliseconds: { total: 42.5, own: 9.5, upstream: 33 },
  flow: [
    { at: 0, from: "client", to: "gateway", title: "Request", payload: { text: "Hi", deep: [{ deeper: null }] } },
    { at: 1, from: "gateway", to: "model", title: "Call" },
  ],
};

/** Names and texts that strangers choose: they may hold anything. */
const stranger = "__proto__ constructor \u0000\u001b[2J\r\n\u2028\u202e\ud800 \"'`{}<>&% é 漢 🦜";
const hostile: TraceRecord = {
  ...full,
  id: "__proto__",
  kind: "count_tokens",
  conversation: stranger,
  client: stranger,
  key: stranger,
  model: stranger.repeat(1_000),
  status: 499,
  error: { type: stranger, message: stranger.repeat(1_000) },
  stopReason: null,
  loader: stranger,
  tools: { ...full.tools, received: Number.MAX_SAFE_INTEGER, found: Array.from({ length: 1_000 }, () => stranger) },
  searches: [{ kind: "server", query: stranger, ranker: stranger, searched: 0, hits: [stranger], milliseconds: 1e9 }],
  toolCalls: [{ server: "__proto__", tool: stranger, isError: true, milliseconds: 0 }],
  upstreamCalls: [{ upstream: "__proto__", model: stranger, status: 0, milliseconds: 0, retries: [stranger] }],
  warnings: Array.from({ length: 1_000 }, () => stranger),
  usage: { input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: 0, unknown_count: { [stranger]: stranger } },
};

/** Records of every shape that a gateway makes. */
export const sampleRecords: readonly TraceRecord[] = [refused, full, hostile];
