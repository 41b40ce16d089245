import type { FlowStep, TraceRecord } from "@toolcrib/gateway";

/** A record such as a gateway writes, with whatever a test wants otherwise. */
export function makeTrace(overrides: Partial<TraceRecord> = {}): TraceRecord {
  return {
    id: "req_1",
    startedAt: "2026-11-15T10:00:00.000Z",
    kind: "messages",
    conversation: "conversation-1",
    client: undefined,
    model: "claude-sonnet-5-5",
    isStreaming: true,
    status: 200,
    stopReason: "end_turn",
    gate: { isOn: true, reason: "on" },
    execution: "client-search",
    loader: "bridge",
    loaderReason: "an unknown upstream",
    tools: { received: 200, eager: 2, deferred: 198, sent: 4, found: [] },
    searches: [],
    toolCalls: [],
    repairs: [],
    upstreamCalls: [],
    warnings: [],
    savings: noSavings,
    milliseconds: { total: 120, own: 2, upstream: 118 },
    flow: plainFlow,
    ...overrides,
  };
}

const noTokens = { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 };

export const noSavings: TraceRecord["savings"] = {
  modelCalls: 0,
  extraCalls: 0,
  estimatedCalls: 0,
  unpricedCalls: 0,
  sent: { tokens: noTokens, promptTokens: 0, source: "counted" },
  withoutDeferral: { tokens: noTokens, promptTokens: 0, source: "counted" },
  saved: { promptTokens: 0, promptShare: 0, source: "counted" },
};

const plainFlow: readonly FlowStep[] = [
  { at: 0, from: "client", to: "gateway", title: "request" },
  { at: 1, from: "gateway", to: "model", title: "request without deferred tools" },
  { at: 118, from: "model", to: "gateway", title: "answer" },
  { at: 119, from: "gateway", to: "client", title: "answer" },
];

/** So many records of different kinds, the newest first, as `GET /admin/traces` gives them. */
export function makeTraces(count: number): TraceRecord[] {
  const executions = ["client-search", "server-search", "injected", "mcp-toolset", "passed-through"] as const;
  const start = Date.parse("2026-11-15T10:00:00.000Z");
  return Array.from({ length: count }, (_, index) =>
    makeTrace({
      id: `req_${String(count - index).padStart(6, "0")}`,
      startedAt: new Date(start - index * 1000).toISOString(),
      conversation: `conversation-${Math.floor((count - index) / 5)}`,
      execution: executions[index % executions.length] ?? "client-search",
      status: index % 37 === 0 ? 529 : 200,
    }),
  );
}
