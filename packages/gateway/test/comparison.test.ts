import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../src/config/gateway-config.ts";
import type { MessagesBody } from "../src/contracts/inner-form.ts";
import type { AdminApiSavings } from "../src/contracts/savings-api.ts";
import type { TraceRecord } from "../src/contracts/trace.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { bashTool, invoiceTool } from "../src/testing/client-search-request.ts";
import { type PostedAnswer, postMessages } from "../src/testing/post.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const model = "claude-sonnet-5-5";
const others = Array.from({ length: 30 }, (_, number) => ({
  ...invoiceTool,
  name: `mcp__shop__print_label_${number}`,
  description: `Prints label ${number} of an order in the warehouse.`,
}));
const plainTools = [bashTool, invoiceTool, ...others];
const searchTools = [
  { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
  ...plainTools.map((tool) => (tool === bashTool ? tool : { ...tool, defer_loading: true })),
];

async function start(config: GatewayConfig, search: object = { query: "invoice" }) {
  const script = searchThenCall({
    search: search as never,
    wanted: { id: "toolu_1", name: invoiceTool.name, input: { number: 7 } },
    result: "Paid.",
    lastWords: "It is paid.",
  });
  const upstream = await startStrictUpstream("anthropic", script);
  closers.push(upstream.close);
  const traces: TraceRecord[] = [];
  const gateway = await createGateway(
    { upstreams: { test: { dialect: "anthropic", url: upstream.url } }, loader: "bridge", ...config },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  closers.push(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const post = async (
    messages: readonly object[],
    tools: readonly object[] = plainTools,
    headers: Record<string, string> = {},
  ): Promise<PostedAnswer> => {
    const answer = await postMessages(url, { model, max_tokens: 1_000, tools, messages }, headers);
    expect([answer.status, answer.message.error]).toEqual([200, undefined]);
    return answer;
  };
  /** A question, the call and its result. Returns the side of each request. */
  const converse = async (question: string, tools?: readonly object[], headers?: Record<string, string>) => {
    const from = traces.length;
    const first = { role: "user", content: question };
    const { message } = await post([first], tools, headers);
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "Paid." };
    await post(
      [first, { role: "assistant", content: message.content }, { role: "user", content: [result] }],
      tools,
      headers,
    );
    return traces.slice(from).map(({ comparison }) => comparison?.side);
  };
  const report = async (): Promise<AdminApiSavings> =>
    (await fetch(`${url}/admin/savings`)).json() as Promise<AdminApiSavings>;
  return { upstream, traces, post, converse, report };
}

const half = { inject: "always", comparison: { withoutDeferral: 0.5 } } as const;

describe("a comparison with conversations without deferral", () => {
  it("keeps each conversation on its side, and shows the difference with an interval", async () => {
    const { converse, post, report, traces } = await start(half);
    for (let number = 0; number < 6; number++) {
      const [first, second] = await converse(`Is invoice 7 of customer ${number} paid?`);
      expect(second).toBe(first);
    }
    for (let number = 6; number < 70; number++) {
      await post([{ role: "user", content: `Is invoice 7 of customer ${number} paid?` }]);
    }
    const { comparison } = await report();

    expect(comparison).toMatchObject({ share: 0.5, source: "counted" });
    expect((comparison?.loaded.conversations ?? 0) + (comparison?.deferred.conversations ?? 0)).toBe(70);
    const { promptTokens, modelCalls, cost } = comparison?.difference ?? {};
    expect(promptTokens?.low).toBeGreaterThan(0);
    expect(promptTokens?.high).toBeGreaterThanOrEqual(promptTokens?.mean ?? 0);
    expect(modelCalls?.mean).toBeLessThan(-0.5);
    expect(cost).toBeDefined();
    // What was measured is about what the gateway estimates for the other side.
    const deferred = traces.filter(({ comparison: compared }) => compared?.side === "deferred");
    const saved = deferred.reduce((sum, { savings }) => sum + savings.saved.promptTokens, 0);
    const estimate = saved / (comparison?.deferred.conversations ?? 0);
    expect(estimate).toBeGreaterThan((promptTokens?.low ?? 0) * 0.95);
    expect(estimate).toBeLessThan((promptTokens?.high ?? 0) * 1.05);
  });

  it("says nothing about the difference of a few conversations", async () => {
    const { converse, report } = await start(half);
    for (let number = 0; number < 10; number++) await converse(`Is invoice ${number} paid?`);
    const { comparison } = await report();

    expect((comparison?.deferred.conversations ?? 0) + (comparison?.loaded.conversations ?? 0)).toBe(10);
    expect(comparison).toMatchObject({ neededConversations: 30, difference: null });
  });

  it("loads every tool on the other side, and sends the client's own request", async () => {
    const { converse, upstream } = await start({ ...half, comparison: { withoutDeferral: 1 } });

    expect(await converse("Is invoice 7 paid?")).toEqual(["loaded", "loaded"]);
    expect(upstream.bodies.map((body) => (body as MessagesBody).tools)).toEqual([plainTools, plainTools]);
  });

  it("compares searches that the client asked the API for", async () => {
    const server = { comparison: { withoutDeferral: 1 } };
    const { converse, upstream, traces } = await start(server, { pattern: "invoice" });

    expect(await converse("Is invoice 7 paid?", searchTools)).toEqual(["loaded", "loaded"]);
    const names = upstream.bodies.map((body) => (body as MessagesBody).tools?.map(({ name }) => name));
    expect(names[0]?.toSorted()).toEqual(plainTools.map(({ name }) => name as string).toSorted());
    expect(names[1]).toEqual(names[0]);
    expect(traces.map(({ gate }) => gate)).toEqual(Array(2).fill({ isOn: false, reason: "loader_eager" }));
  });

  it("keeps a session on one side when its first message changes, as after a compaction", async () => {
    const { converse } = await start(half);
    for (let number = 0; number < 8; number++) {
      const headers = { "x-session-id": `session-${number}` };
      const sides = await Promise.all(
        ["One?", "Another?", "A third?"].map((text) => converse(text, plainTools, headers)),
      );
      expect(new Set(sides.flat()).size).toBe(1);
    }
  });

  it("leaves out requests whose tools would not be deferred", async () => {
    const { post, traces, report } = await start(half);
    await post([{ role: "user", content: "Hi" }], [bashTool]);

    expect(traces.map(({ comparison }) => comparison)).toEqual([undefined]);
    expect((await report()).comparison?.loaded.conversations).toBe(0);
  });

  it("is off by default", async () => {
    const { converse, report } = await start({ inject: "always" });

    expect(await converse("Is invoice 7 paid?")).toEqual([undefined, undefined]);
    expect((await report()).comparison).toBeUndefined();
  });
});
