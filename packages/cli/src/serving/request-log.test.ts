import type { TraceRecord } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { describeRequest } from "./request-log.ts";

const trace = {
  model: "claude-opus-4-5",
  kind: "messages",
  status: 200,
  tools: { received: 261, eager: 3, deferred: 258, sent: 4, found: [] },
  searches: [],
  upstreamCalls: [],
  savings: { saved: { promptTokens: 0, promptShare: 0, source: "counted" } },
  milliseconds: { total: 1_234.4, own: 1, upstream: 1_233 },
} as unknown as TraceRecord;

describe("the line of a request", () => {
  it("has the model, the time and the tools", () => {
    expect(describeRequest(trace)).toBe("claude-opus-4-5 · 1,234 ms · 261 tools, 4 sent");
  });

  it("names what was found, shortened, and the model calls for it", () => {
    const searches = [{ hits: ["a", "b"] }, { hits: ["b", "c", "d", "e"] }] as unknown as TraceRecord["searches"];
    const upstreamCalls = [{}, {}, {}] as unknown as TraceRecord["upstreamCalls"];

    expect(describeRequest({ ...trace, searches, upstreamCalls })).toBe(
      "claude-opus-4-5 · 1,234 ms · 261 tools, 4 sent · found a, b, c and 2 more · 3 model calls",
    );
  });

  it("says what was saved, or what deferral cost more", () => {
    const withSaved = (promptTokens: number, cost?: number) =>
      describeRequest({ ...trace, savings: { saved: { promptTokens, cost } } as unknown as TraceRecord["savings"] });

    expect(withSaved(20_574, 0.0412)).toMatch(/ · saved about 20,574 tokens, \$0\.0412$/);
    expect(withSaved(-300)).toMatch(/ · cost about 300 tokens$/);
  });

  it("names the error", () => {
    const error = { type: "authentication_error", message: "invalid x-api-key" };

    expect(
      describeRequest({ ...trace, model: "", tools: { ...trace.tools, received: 0 }, kind: "count_tokens", error }),
    ).toBe("unknown model · count_tokens · 1,234 ms · no tools · authentication_error: invalid x-api-key");
  });
});
