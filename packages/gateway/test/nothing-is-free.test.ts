import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Savings } from "../src/contracts/savings.ts";
import type { AdminApiSavings } from "../src/contracts/savings-api.ts";
import type { TraceRecord } from "../src/contracts/trace.ts";
import type { AdminApiQuotas } from "../src/http/admin/call-control-routes.ts";
import { createApiKey } from "../src/identity/api-key.ts";
import { addSavings } from "../src/savings/add-savings.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { serve } from "../src/testing/serve.ts";
import {
  type HangingScript,
  modelFor,
  pieces,
  piecesWithin,
  reported,
  startHangingUpstream,
} from "../src/testing/usage/hanging-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const { key, sha256 } = createApiKey();
const headers = { "content-type": "application/json", "x-api-key": key };

/** Waits on a busy machine too. */
const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { interval: 5, timeout: 20_000 });

const doors = {
  "/v1/messages": (more: object) => ({
    max_tokens: 4_000,
    messages: [{ role: "user", content: "Hi" }],
    tools: tools.map((name) => ({ name, description: "x", input_schema: { type: "object" } })),
    ...more,
  }),
  "/v1/chat/completions": (more: object) => ({
    messages: [{ role: "user", content: "Hi" }],
    tools: tools.map((name) => ({
      type: "function",
      function: { name, description: "x", parameters: { type: "object" } },
    })),
    ...more,
  }),
  "/v1/responses": (more: object) => ({
    store: false,
    input: "Hi",
    tools: tools.map((name) => ({ type: "function", name, description: "x", parameters: { type: "object" } })),
    ...more,
  }),
};
type Door = keyof typeof doors;
const tools = Array.from({ length: 20 }, (_, number) => `tool_${number}`);
const allDoors = Object.keys(doors) as readonly Door[];
const dialects = ["anthropic", "openai-chat", "openai-responses", "ai-sdk"] as const;

/** A quota lets one request to each model in: what it uses is more. */
async function start(dialect: (typeof dialects)[number], inject: "off" | "always", script: HangingScript = {}) {
  const upstream = await startHangingUpstream(script);
  const traces: TraceRecord[] = [];
  const gateway = await createGateway(
    {
      upstreams: { test: { dialect, url: dialect === "anthropic" ? upstream.url : `${upstream.url}/v1` } },
      routes: [{ model: "*", loader: "bridge", inject }],
      keys: [{ name: "ci", sha256, admin: true }],
      quotas: [{ name: "one", window: "month", per: ["model"], tokens: 1, cost: 1_000 }],
      prices: { asOf: "2026-01-31", models: [{ models: ["*"], input: 10, output: 50 }] },
      retries: { attempts: 0 },
    },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  const { url } = await gateway.listen({ port: 0 });
  const get = async (path: string): Promise<string> => (await fetch(`${url}${path}`, { headers })).text();
  return {
    upstream,
    traces,
    get,
    close: async () => {
      await gateway.close();
      await upstream.close();
    },
    ask: (door: Door, body: object) =>
      fetch(`${url}${door}`, { method: "POST", headers, body: JSON.stringify(doors[door](body)) }),
    send: (door: Door, body: object) => send(url + door, doors[door](body)),
    /** What the request to a model used: its quota and its record say the same. */
    used: async (model: string): Promise<Savings> => {
      const record = await eventually(() => {
        const found = traces.filter((trace) => trace.model === model);
        expect(found).toHaveLength(1);
        return found[0] as TraceRecord;
      });
      const { savings } = record;
      const { sent, estimatedCalls } = savings;
      const { usage } = JSON.parse(await get("/admin/quotas")) as AdminApiQuotas;
      const quota = (unit: string) => usage.find((entry) => entry.unit === unit && entry.of.model === model)?.used;
      expect(quota("tokens")).toBe(sent.promptTokens + sent.tokens.output);
      expect(quota("cost")).toBeCloseTo(sent.cost ?? -1, 10);
      expect(sent.source).toBe(estimatedCalls === 0 ? "counted" : "estimated");
      return savings;
    },
  };
}

/** A client that can leave at any time. */
function send(url: string, body: object): { readonly seen: () => string; readonly leave: () => void } {
  let seen = "";
  const request = httpRequest(url, { method: "POST", headers, agent: false }, (response) => {
    response.on("error", () => {});
    response.setEncoding("utf8").on("data", (data: string) => {
      seen += data;
    });
  });
  request.on("error", () => {});
  request.end(JSON.stringify(body));
  return { seen: () => seen, leave: () => void request.destroy() };
}

const tokensOf = (count: number): number => Math.ceil(pieces.slice(0, count).join("").length / 2.5);
const routes = dialects.flatMap((dialect) => (["off", "always"] as const).map((inject) => ({ dialect, inject })));

describe.each(routes)("$dialect with inject $inject", ({ dialect, inject }) => {
  let running: Awaited<ReturnType<typeof start>>;
  const startsWithPrompt = dialect === "anthropic";
  const expectPrompt = (tokens: number, isReported: boolean): void => {
    if (isReported) expect(tokens).toBe(reported.input);
    else expect(tokens).toBeGreaterThan(100);
  };

  beforeAll(async () => {
    running = await start(dialect, inject);
  });
  afterAll(() => running.close());

  describe.each(allDoors)("%s", (door) => {
    it.each([
      ["within the text", piecesWithin],
      ["before the usage", pieces.length],
    ] as const)("counts a stream whose client leaves %s, and refuses the next request", async (moment, count) => {
      const { send, used, ask } = running;
      const model = modelFor(moment, `${door} streamed`);
      const client = send(door, { model, stream: true });
      const last = (pieces[count - 1] as string).trim();
      await eventually(() => expect(client.seen()).toContain(last));
      client.leave();

      const { sent, estimatedCalls, modelCalls } = await used(model);

      expect([modelCalls, estimatedCalls]).toEqual([1, 1]);
      expectPrompt(sent.promptTokens, startsWithPrompt);
      expect(sent.tokens.output).toBe(tokensOf(count));
      expect((await ask(door, { model })).status).toBe(429);
    });

    it.each([
      ["before the answer", true],
      ["before the answer", false],
      ["within the text", false],
    ] as const)("counts a request whose client leaves %s (streaming: %s)", async (moment, stream) => {
      const { upstream, send, used, ask } = running;
      const model = modelFor(moment, `${door} ${stream}`);
      const before = upstream.bodies.length;
      const client = send(door, { model, stream });
      await eventually(() => expect(upstream.bodies).toHaveLength(before + 1));
      client.leave();

      const { sent, estimatedCalls } = await used(model);

      expect(estimatedCalls).toBe(1);
      expectPrompt(sent.promptTokens, false);
      expect((await ask(door, { model })).status).toBe(429);
    });

    it.each([true, false])("estimates an answer that ends without a usage (streaming: %s)", async (stream) => {
      const { used, ask } = running;
      const model = modelFor("no usage", `${door} ${stream}`);
      await (await ask(door, { model, stream })).text();

      const { sent, estimatedCalls } = await used(model);

      expect(estimatedCalls).toBe(1);
      expectPrompt(sent.promptTokens, startsWithPrompt && stream);
      expect(sent.tokens.output).toBeGreaterThanOrEqual(tokensOf(pieces.length));
    });

    it("counts a stream that ends with an error as far as it came", async () => {
      const { used, ask } = running;
      const model = modelFor("an error", door);
      await (await ask(door, { model, stream: true })).text();

      const { sent, estimatedCalls } = await used(model);

      expect(estimatedCalls).toBe(1);
      expectPrompt(sent.promptTokens, startsWithPrompt);
      expect(sent.tokens.output).toBe(tokensOf(piecesWithin));
    });

    it.each([true, false])("counts a complete answer as its upstream does, once (streaming: %s)", async (stream) => {
      const { used, ask } = running;
      const model = modelFor("complete", `${door} ${stream}`);
      await (await ask(door, { model, stream })).text();

      expect(await used(model)).toMatchObject({
        modelCalls: 1,
        estimatedCalls: 0,
        sent: { promptTokens: reported.input, tokens: { output: reported.output } },
      });
    });
  });

  it("shows the same in savings and metrics", async () => {
    const { traces, get } = running;
    const { sent, estimatedCalls } = traces.map(({ savings }) => savings).reduce(addSavings);

    const { total } = JSON.parse(await get("/admin/savings")) as AdminApiSavings;
    const metrics = (await get("/metrics")).split("\n");

    expect(total.savings).toMatchObject({ sent, estimatedCalls });
    expect(metrics).toContain(`toolcrib_tokens_total{kind="input"} ${sent.tokens.input}`);
    expect(metrics).toContain(`toolcrib_tokens_total{kind="output"} ${sent.tokens.output}`);
    expect(metrics).toContain(`toolcrib_estimated_calls_total ${estimatedCalls}`);
  });
});

describe("what the Responses API keeps", () => {
  /** An upstream whose responses need a while if they are asked for in the background. */
  async function startKeeper() {
    const state = { isDone: false, isContinued: false };
    const usage = { input_tokens: reported.input, output_tokens: reported.output };
    const upstream = await serve((request, body, response) => {
      const { background, previous_response_id: previous } = (body.length === 0 ? {} : JSON.parse(body.toString())) as {
        readonly background?: boolean;
        readonly previous_response_id?: string;
      };
      state.isContinued = previous !== undefined;
      if (state.isContinued) return;
      const isDone = background !== true && (request.method === "POST" || state.isDone);
      if (request.url?.endsWith("stream=true") === true) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const delta of pieces) {
          response.write(`event: response.output_text.delta\ndata: ${JSON.stringify({ delta })}\n\n`);
        }
        return;
      }
      const answer = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] };
      const status = isDone ? "completed" : "queued";
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...answer, status, usage: isDone ? usage : null }));
    });
    const gateway = await createGateway({
      upstreams: { test: { dialect: "openai-responses", url: `${upstream.url}/v1` } },
      keys: [{ name: "ci", sha256, admin: true }],
      quotas: [{ name: "tokens", window: "month", tokens: 1_000_000 }],
      retries: { attempts: 0 },
    });
    closers.push(gateway, upstream);
    const { url } = await gateway.listen({ port: 0 });
    const ask = async (path: string, body?: object): Promise<void> => {
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      await (await fetch(url + path, { ...sent, headers })).text();
    };
    const used = async (): Promise<number> => {
      const answer = await fetch(`${url}/admin/quotas`, { headers });
      return ((await answer.json()) as AdminApiQuotas).usage[0]?.used ?? 0;
    };
    return { url, state, ask, used };
  }
  const all = reported.input + reported.output;

  it("counts once what a response in the background used, when it is read", async () => {
    const { state, ask, used } = await startKeeper();
    await ask("/v1/responses", { model: "m", input: "Hi", background: true });
    await eventually(async () => expect(await used()).toBeGreaterThan(0));
    const atFirst = await used();
    await ask("/v1/responses/resp_1");

    expect(atFirst).toBeLessThan(all);
    expect(await used()).toBe(atFirst);

    state.isDone = true;
    await ask("/v1/responses/resp_1");
    await ask("/v1/responses/resp_1");

    expect(await used()).toBe(all);
  });

  it("counts what is read of the stream of a response in the background", async () => {
    const { url, ask, used } = await startKeeper();
    await ask("/v1/responses", { model: "m", input: "Hi", background: true });
    await eventually(async () => expect(await used()).toBeGreaterThan(0));
    const atFirst = await used();
    const controller = new AbortController();
    const { body } = await fetch(`${url}/v1/responses/resp_1?stream=true`, { headers, signal: controller.signal });
    let seen = "";
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      seen += decoder.decode(chunk as Uint8Array, { stream: true });
      if (seen.includes((pieces.at(-1) as string).trim())) break;
    }
    controller.abort();

    await eventually(async () => expect(await used()).toBe(atFirst + tokensOf(pieces.length)));
  });

  it("counts the conversation that a response continues although the client leaves", async () => {
    const { url, state, ask, used } = await startKeeper();
    await ask("/v1/responses", { model: "m", input: "Hi" });
    await eventually(async () => expect(await used()).toBe(all));
    const client = send(`${url}/v1/responses`, { model: "m", input: "Go on.", previous_response_id: "resp_1" });
    await eventually(() => expect(state.isContinued).toBe(true));
    client.leave();

    await eventually(async () => expect(await used()).toBeGreaterThan(2 * all));
  });
});

it("counts each model call of a request with searches that the client does not see", async () => {
  const prelude = { name: "ToolSearch", input: { query: "tool" } };
  const running = await start("anthropic", "always", { prelude });
  closers.push(running);
  const model = modelFor("within the text");
  const client = running.send("/v1/messages", { model, stream: true });
  await eventually(() => expect(client.seen()).toContain((pieces[piecesWithin - 1] as string).trim()));
  client.leave();

  const { sent, modelCalls, estimatedCalls } = await running.used(model);

  expect([modelCalls, estimatedCalls]).toEqual([2, 1]);
  expect(sent.promptTokens).toBe(2 * reported.input);
  expect(sent.tokens.output).toBe(reported.output + tokensOf(piecesWithin));
});
