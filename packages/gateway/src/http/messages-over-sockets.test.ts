import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import type { AnswerRequest } from "../contracts/turn.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { createGateway } from "../server/create-gateway.ts";
import { connectTo, postText } from "../testing/socket-client.ts";

const message: AnswerMessage = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const answerAtOnce: AnswerRequest = async () => ({ kind: "whole", message });
const question = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };

const closers: { close(): Promise<void> }[] = [];
let problems: string[] = [];
beforeEach(() => {
  problems = [];
});
afterEach(async () => {
  for (const closer of closers.splice(0)) await closer.close();
  expect(problems).toEqual([]);
});

async function start(answerRequest: AnswerRequest = answerAtOnce, config: GatewayConfig = {}) {
  const traces: TraceRecord[] = [];
  let requests = 0;
  const gateway = await createGateway(config, {
    createAnswerRequest: () => answerRequest,
    createRequestId: () => `req_${++requests}`,
    reportProblem: (problem) => problems.push(problem),
    sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }],
  });
  const { url } = await gateway.listen({ port: 0 });
  closers.push(gateway);
  const post = (body: unknown, headers: Record<string, string> = {}, path = "/v1/messages"): Promise<Response> =>
    fetch(url + path, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
  const expectHealthy = async (): Promise<void> => {
    expect((await post(question)).status).toBe(200);
  };
  return { gateway, url, traces, post, expectHealthy };
}

describe("bad input gets the API's error, and the next request is answered", () => {
  const nested = `${'{"messages":['.repeat(3)}`;
  it.each([
    ["broken JSON", nested, /^The request body is not valid JSON/],
    ["nothing", "", /^The request body is not valid JSON/],
    ["an array", "[]", /^body: Input should be an object, got an array of length 0$/],
    ["no model", { messages: [] }, /^model: Field required$/],
    ["a model that is a number", { ...question, model: 5 }, /^model: Input should be a valid string, got 5$/],
    ["no messages", { model: "m" }, /^messages: Field required$/],
    ["an empty conversation", { ...question, messages: [] }, /^messages: at least one message is required$/],
    [
      "messages that are an object",
      { ...question, messages: {} },
      /^messages: Input should be a valid list, got an object$/,
    ],
    [
      "a message that is a text",
      { ...question, messages: ["Hi"] },
      /^messages\.0: Input should be an object, got "Hi"$/,
    ],
    ["an unknown role", { ...question, messages: [{ role: "tool", content: "" }] }, /^messages\.0\.role: /],
    ["content that is a number", { ...question, messages: [{ role: "user", content: 1 }] }, /^messages\.0\.content: /],
    [
      "a block without a type",
      { ...question, messages: [{ role: "user", content: [{}] }] },
      /^messages\.0\.content\.0: /,
    ],
    ["tools that are a text", { ...question, tools: "all" }, /^tools: Input should be a valid list, got "all"$/],
    ["a tool that is null", { ...question, tools: [null] }, /^tools\.0: Input should be an object, got null$/],
    ["a tool's name that is a number", { ...question, tools: [{ name: 1 }] }, /^tools\.0\.name: /],
    ["a stream that is a text", { ...question, stream: "yes" }, /^stream: Input should be a valid boolean, got "yes"$/],
    ["a tool choice without a type", { ...question, tool_choice: "auto" }, /^tool_choice: /],
    ["a limit that is a text", { ...question, max_tokens: "many" }, /^max_tokens: /],
  ])("%s", async (_name, body, text) => {
    const { post, expectHealthy } = await start();

    const response = await post(body);

    expect(response.status).toBe(400);
    expect(response.headers.get("request-id")).toBe("req_1");
    const error = (await response.json()) as { error: { type: string; message: string }; request_id: string };
    expect(error).toMatchObject({ type: "error", error: { type: "invalid_request_error" }, request_id: "req_1" });
    expect(error.error.message).toMatch(text);
    await expectHealthy();
  });

  it("refuses threads in the words that make the SDK send the whole conversation", async () => {
    const { post } = await start();

    const response = await post({ ...question, thread: { type: "create" } });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", details: { error_code: "thread_unsupported_request", unsupported: [] } },
    });
  });

  it("refuses 11,000 deferred tools with the API's code", async () => {
    const { post, expectHealthy } = await start();
    const tools = Array.from({ length: 11_000 }, (_, index) => ({ name: `t${index}`, defer_loading: true }));

    const response = await post({ ...question, tools });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { details: { error_code: "available_tools_limit_exceeded" } },
    });
    expect((await post({ ...question, tools: tools.slice(0, 10_000) })).status).toBe(200);
    await expectHealthy();
  });

  it("refuses a body of 50 MB", async () => {
    const { post, expectHealthy } = await start();

    const response = await post(" ".repeat(50 * 1_024 * 1_024));

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { type: "request_too_large" } });
    await expectHealthy();
  });

  it("refuses a body that says it is too large to be worth reading", async () => {
    const { url, expectHealthy } = await start();
    const client = await connectTo(url);

    client.socket.write(postText("/v1/messages", "{", { "content-length": String(10 ** 12) }));
    await client.closed;

    expect(client.text()).toMatch(/^HTTP\/1\.1 413 /);
    await expectHealthy();
  });

  it("refuses what is not HTTP", async () => {
    const { url, expectHealthy } = await start();
    const client = await connectTo(url);

    client.socket.write("HELLO\r\n\r\n");
    await client.closed;

    expect(client.text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"type":"invalid_request_error"/);
    await expectHealthy();
  });

  it("knows other paths and methods as not found", async () => {
    const { url } = await start();

    for (const [method, path] of [
      ["GET", "/v1/messages"],
      ["POST", "/v1/complete"],
      ["GET", "/"],
    ] as const) {
      const response = await fetch(url + path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { type: "not_found_error" } });
    }
  });
});

describe("what clients send", () => {
  it("is accepted with either version, unknown betas, unknown fields and ?beta=true", async () => {
    const seen: unknown[] = [];
    const { post } = await start(async ({ apiVersion, betas, credentials, raw }) => {
      seen.push({ apiVersion, betas, credentials, path: raw.path });
      return { kind: "whole", message };
    });

    await post(
      { ...question, new_field: 1 },
      { "anthropic-version": "2023-06-01", "x-api-key": "k", "anthropic-beta": "a, made-up-2030" },
    );
    await post(question, { "anthropic-version": "2026-10-21", authorization: "Bearer k" }, "/v1/messages?beta=true");

    expect(seen).toEqual([
      { apiVersion: "2023-06-01", betas: ["a", "made-up-2030"], credentials: { apiKey: "k" }, path: "/v1/messages" },
      {
        apiVersion: "2026-10-21",
        betas: [],
        credentials: { authorization: "Bearer k" },
        path: "/v1/messages?beta=true",
      },
    ]);
  });

  it("is counted at count_tokens", async () => {
    const { post } = await start(async ({ kind }) => ({
      kind: "counted",
      inputTokens: kind === "count_tokens" ? 7 : 0,
    }));

    const response = await post(question, {}, "/v1/messages/count_tokens");

    expect(await response.json()).toEqual({ input_tokens: 7 });
  });
});

describe("limits", () => {
  it("answers 529 when too many requests are running, and goes on when they end", async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: AnswerRequest = async () => {
      await released;
      return { kind: "whole", message };
    };
    const { post, expectHealthy } = await start(slow, { limits: { concurrentRequests: 1 } });

    const first = post(question);
    await expect.poll(async () => (await post(question)).status).toBe(529);
    expect(await (await post(question)).json()).toMatchObject({ error: { type: "overloaded_error" } });
    release();
    expect((await first).status).toBe(200);
    await expectHealthy();
  });

  it("counts bodies that are on their way", async () => {
    const { url, post } = await start(answerAtOnce, { limits: { concurrentRequests: 1 } });
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", "{", { "content-length": "100" }));

    await expect.poll(async () => (await post(question)).status).toBe(529);
    client.socket.destroy();
    await expect.poll(async () => (await post(question)).status).toBe(200);
  });

  it("ends a request that takes too long, also one that does not listen", async () => {
    const { post } = await start(() => new Promise(() => {}), { limits: { requestSeconds: 0.05 } });

    const response = await post(question);

    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: { type: "timeout_error" } });
  });

  it("ends a stream that takes too long with an error event", async () => {
    const { post } = await start(async () => ({ kind: "streamed", events: thenNothing() }), {
      limits: { requestSeconds: 0.1 },
    });

    expect(await (await post(question)).text()).toMatch(
      /event: message_start[\s\S]*event: error\ndata: .*timeout_error/,
    );
  });

  it("sends pings while a stream is quiet", async () => {
    const { post } = await start(async () => ({ kind: "streamed", events: thenNothing() }), {
      limits: { requestSeconds: 0.3, pingSeconds: 0.05 },
    });

    const text = await (await post(question)).text();

    expect(text.split('event: ping\ndata: {"type":"ping"}\n\n').length).toBeGreaterThan(3);
  });
});

describe("a client that goes away", () => {
  const waiting = (aborted: string[]): AnswerRequest => {
    return ({ signal, body }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.push((signal.reason as { code: string }).code);
          reject(signal.reason as Error);
        });
        if (body.stream === true) resolve({ kind: "streamed", events: thenNothing() });
        if (body.messages[0]?.content === "Hi") return;
        resolve({ kind: "whole", message });
      });
  };

  it.each([
    ["destroys the connection while it waits", question],
    ["destroys the connection in a stream", { ...question, stream: true }],
  ])("%s: the request is aborted", async (_name, body) => {
    const aborted: string[] = [];
    const { url, traces, gateway } = await start(waiting(aborted));
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", JSON.stringify(body)));
    await expect.poll(async () => running(gateway)).toBe(1);

    client.socket.destroy();

    await expect.poll(() => aborted).toEqual(["client_gone"]);
    await expect.poll(() => traces.map(({ status }) => status)).toEqual([499]);
    expect(await running(gateway)).toBe(0);
  });

  it("half-closes the connection: that is going away too", async () => {
    const aborted: string[] = [];
    const { url, gateway } = await start(waiting(aborted));
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", JSON.stringify(question)));
    await expect.poll(async () => running(gateway)).toBe(1);

    client.socket.end();

    await expect.poll(() => aborted).toEqual(["client_gone"]);
    client.socket.destroy();
  });

  it("goes in the middle of its body: nothing was begun", async () => {
    const aborted: string[] = [];
    const { url, traces, post } = await start(waiting(aborted));
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", '{"model"', { "content-length": "1000" }));

    client.socket.end();
    await client.closed;
    client.socket.destroy();

    expect((await post({ ...question, messages: [{ role: "user", content: "Answer." }] })).status).toBe(200);
    expect(traces).toHaveLength(1);
  });
});

describe("what goes wrong inside", () => {
  it("is told as the upstream told it, with its retry-after", async () => {
    const { post } = await start(async () => {
      throw new UpstreamError(429, { type: "rate_limit_error", message: "Slow down." }, { retryAfterSeconds: 3.2 });
    });

    const response = await post(question);

    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("4");
    expect(await response.json()).toEqual({
      type: "error",
      error: { type: "rate_limit_error", message: "Slow down." },
      request_id: "req_1",
    });
  });

  it("is an error event after the first event", async () => {
    const { post, traces, expectHealthy } = await start(async ({ body }) =>
      body.stream === true ? { kind: "streamed", events: thenFailure() } : { kind: "whole", message },
    );

    const text = await (await post({ ...question, stream: true })).text();

    expect(text.split("\n\n").map((record) => record.split("\n")[0])).toEqual([
      "event: message_start",
      "event: error",
      "",
    ]);
    expect(text).toContain(
      '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}',
    );
    expect(traces[0]).toMatchObject({ status: 529, error: { type: "overloaded_error" } });
    await expectHealthy();
  });

  it("is told without its text when nobody foresaw it", async () => {
    const { post } = await start(async () => {
      throw new Error("the secret is 1234");
    });

    const response = await post(question);

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { type: "api_error", message: "Internal server error" } });
    expect(problems.splice(0)).toEqual(["req_1 failed"]);
  });
});

async function* thenNothing(): AsyncGenerator<AnswerEvent> {
  yield { type: "message_start", message };
  await new Promise(() => {});
}

async function* thenFailure(): AsyncGenerator<AnswerEvent> {
  yield { type: "message_start", message };
  throw new UpstreamError(529, { type: "overloaded_error", message: "Overloaded" });
}

async function running({ app }: { app: { request(path: string): Response | Promise<Response> } }): Promise<number> {
  const health = (await (await app.request("/admin/health")).json()) as { requestsRunning: number };
  return health.requestsRunning;
}
