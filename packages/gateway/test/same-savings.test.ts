import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../src/config/gateway-config.ts";
import type { AdminApiConversationSavings, AdminApiSavings } from "../src/contracts/savings-api.ts";
import type { TraceRecord } from "../src/contracts/trace.ts";
import { addSavings, noSavings } from "../src/savings/add-savings.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { bashTool, invoiceTool } from "../src/testing/client-search-request.ts";
import { createClockFromNoon } from "../src/testing/clock-from-noon.ts";
import { type PostedAnswer, postMessages } from "../src/testing/post.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";
import { createSpanSink } from "../src/trace/span-sink.ts";

const closers = useClosers();
const model = "claude-sonnet-5-5";
const tools = [bashTool, invoiceTool, ...Array.from({ length: 60 }, (_, number) => shopTool(number))];
const dialects: readonly StrictDialect[] = ["anthropic", "openai-chat", "openai-responses"];

function shopTool(number: number): object {
  const properties = {
    order: { type: "string", description: "The number of the order." },
    copies: { type: "integer" },
  };
  return {
    name: `mcp__shop__tool_${number}x`,
    description: `Prints label ${number} of an order in the warehouse.`,
    input_schema: { type: "object", properties, required: ["order"] },
  };
}

interface Played {
  readonly traces: readonly TraceRecord[];
  readonly answers: readonly PostedAnswer[];
  readonly spans: InMemorySpanExporter;
  readonly get: (path: string) => Promise<Response>;
}

/** A conversation of three requests: a search and a call, the call's result, and a second question. */
async function play(dialect: StrictDialect, handling: Partial<GatewayConfig>, stream = false): Promise<Played> {
  const script = searchThenCall({
    search: { query: "invoice" },
    wanted: { id: "toolu_1", name: invoiceTool.name, input: { number: 7 } },
    result: "Paid.",
    lastWords: "It is paid.",
  });
  const upstream = await startStrictUpstream(dialect, script);
  closers.push(upstream.close);
  const traces: TraceRecord[] = [];
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const gateway = await createGateway(
    {
      upstreams: { test: { dialect, url: dialect === "anthropic" ? upstream.url : `${upstream.url}/v1` } },
      ...handling,
    },
    {
      now: createClockFromNoon(),
      sinks: [
        { specificationVersion: "v1", record: (trace) => traces.push(trace) },
        createSpanSink(provider.getTracer("test")),
      ],
    },
  );
  closers.push(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const first = { role: "user", content: "Is invoice 7 paid?" };
  const answers: PostedAnswer[] = [];
  const post = async (messages: readonly object[]): Promise<PostedAnswer> => {
    const answer = await postMessages(url, { model, max_tokens: 1_000, tools, messages, stream });
    expect(answer.status).toBe(200);
    answers.push(answer);
    return answer;
  };
  const called = await post([first]);
  const exchange = [
    { role: "assistant", content: called.message.content },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Paid." }] },
  ];
  const told = await post([first, ...exchange]);
  await post([
    first,
    ...exchange,
    { role: "assistant", content: told.message.content },
    { role: "user", content: "Sure?" },
  ]);
  return { traces, answers, spans, get: (path) => fetch(`${url}${path}`) };
}

const deferring = { inject: "always", loader: "bridge" } as const;

describe.each(dialects)("the savings of a conversation on %s", (dialect) => {
  it("are the same in records, headers, metrics, spans and the admin API", async () => {
    const { traces, answers, spans, get } = await play(dialect, deferring);
    const { modelCalls, extraCalls, sent, withoutDeferral, saved } = traces
      .map(({ savings }) => savings)
      .reduce(addSavings, noSavings);

    expect([modelCalls, extraCalls]).toEqual([4, 1]);
    expect(saved.promptTokens).toBeGreaterThan(0);
    expect(saved.cost).toBeGreaterThan(0);

    const header = (name: string): number =>
      answers.map(({ headers }) => Number.parseFloat(headers.get(name) ?? "")).reduce((sum, value) => sum + value, 0);
    expect(header("toolcrib-model-calls")).toBe(modelCalls);
    expect(header("toolcrib-prompt-tokens")).toBe(sent.promptTokens);
    expect(header("toolcrib-saved-tokens")).toBe(saved.promptTokens);
    expect(header("toolcrib-saved-usd")).toBeCloseTo(saved.cost ?? 0, 5);
    expect(answers.map(({ headers }) => headers.get("toolcrib-saved-tokens")?.split("; ")[1])).toEqual(
      Array(3).fill("source=estimated"),
    );

    const metrics = await (await get("/metrics")).text();
    const metric = (line: string): number =>
      Number(
        metrics
          .split("\n")
          .find((text) => text.startsWith(line))
          ?.split(" ")[1],
      );
    expect(metric('toolcrib_prompt_tokens_total{case="sent"}')).toBe(sent.promptTokens);
    expect(metric('toolcrib_prompt_tokens_total{case="without_deferral"}')).toBe(withoutDeferral.promptTokens);
    expect(metric('toolcrib_cost_usd_total{case="sent"}')).toBeCloseTo(sent.cost ?? 0, 10);
    expect(metric('toolcrib_model_calls_total{purpose="extra"}')).toBe(extraCalls);

    const attribute = (name: string): number =>
      spans
        .getFinishedSpans()
        .map(({ attributes }) => attributes[name] as number)
        .reduce((sum, value) => sum + value, 0);
    expect(attribute("toolcrib.saved.prompt_tokens")).toBe(saved.promptTokens);
    expect(attribute("toolcrib.saved.cost_usd")).toBeCloseTo(saved.cost ?? 0, 10);

    const report = (await (await get("/admin/savings")).json()) as AdminApiSavings;
    expect(report.prices.source).toBe("built-in");
    const places = [report.total, report.today, report.hours.at(-1), report.conversations[0]];
    const whole = traces.map(({ savings }) => savings).reduce(addSavings, noSavings);
    expect(places.map((place) => place?.savings)).toEqual(Array(4).fill(whole));
    const id = report.conversations[0]?.conversation ?? "";
    const one = await get(`/admin/savings/conversations/${id}`);
    expect(((await one.json()) as AdminApiConversationSavings).conversations).toEqual(report.conversations);
    expect((await get("/admin/savings/conversations/none")).status).toBe(404);
  });

  it("are the same for streamed answers, whose headers cannot have them", async () => {
    const whole = await play(dialect, deferring);
    const streamed = await play(dialect, deferring, true);
    const sum = ({ traces }: Played) => traces.map(({ savings }) => savings).reduce(addSavings, noSavings);

    expect(streamed.answers.map(({ headers }) => headers.get("toolcrib-saved-tokens"))).toEqual([null, null, null]);
    expect(sum(streamed).modelCalls).toBe(sum(whole).modelCalls);
    const ratio = sum(streamed).saved.promptTokens / sum(whole).saved.promptTokens;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
  });

  it("are estimated close to what the same conversation costs with every tool loaded", async () => {
    const estimated = (await play(dialect, deferring)).traces
      .map(({ savings }) => savings)
      .reduce(addSavings, noSavings);
    const loaded = (await play(dialect, {})).traces.map(({ savings }) => savings).reduce(addSavings, noSavings);

    expect(loaded).toMatchObject({ modelCalls: 3, extraCalls: 0, saved: { promptTokens: 0, source: "counted" } });
    const error = estimated.withoutDeferral.promptTokens / loaded.sent.promptTokens - 1;
    // Other dialects wrap each definition, so that the estimate is too low rather than too high.
    expect(error).toBeLessThan(0.02);
    expect(error).toBeGreaterThan(-0.1);
  });
});
