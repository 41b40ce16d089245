import type { IncomingMessage, ServerResponse } from "node:http";
import type { StartTimer } from "@toolcrib/shared/timers";
import { describe, expect, it } from "vitest";
import type { RawRequest, UpstreamCall } from "../../../contracts/upstream.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { callOf } from "../../../testing/call-of.ts";
import { serve } from "../../../testing/serve.ts";
import { useClosers } from "../../../testing/use-closers.ts";
import { useEarlyAnswers } from "../../../testing/use-early-answers.ts";
import { type AnthropicUpstreamOptions, createAnthropicUpstream } from "./create-anthropic-upstream.ts";

const question = { model: "m", max_tokens: 10, messages: [{ role: "user" as const, content: "Hi" }] };
const closers = useClosers();

type Seen = IncomingMessage & { readonly bytes: Buffer };

async function behind(
  answer: (response: ServerResponse) => void,
  options: Partial<AnthropicUpstreamOptions> = {},
): Promise<{ upstream: ReturnType<typeof createAnthropicUpstream>; seen: Seen[]; url: string }> {
  const seen: Seen[] = [];
  const server = await serve((request, bytes, response) => {
    seen.push(Object.assign(request, { bytes }));
    answer(response);
  });
  closers.push(server);
  return { upstream: createAnthropicUpstream({ name: "test", url: server.url, ...options }), seen, url: server.url };
}

const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers);
    response.end(body);
  };

const message = JSON.stringify({ id: "msg_1", type: "message", role: "assistant", content: [], usage: {} });

describe("what is sent", () => {
  it("carries version, betas and the client's credentials", async () => {
    const { upstream, seen } = await behind(answerWith(200, message));

    await upstream.doGenerate({ ...callOf(question), betas: ["a", "b"], credentials: { authorization: "Bearer t" } });

    expect(seen[0]?.url).toBe("/v1/messages");
    expect(seen[0]?.headers).toMatchObject({
      "anthropic-version": "2026-10-21",
      "anthropic-beta": "a,b",
      authorization: "Bearer t",
    });
    expect(JSON.parse(String(seen[0]?.bytes))).toEqual({ ...question, stream: false });
  });

  it.each([
    ["x-api-key", "own"],
    ["authorization", "Bearer own"],
  ] as const)("carries the upstream's own key in %s instead of the client's", async (apiKeyHeader, value) => {
    const { upstream, seen } = await behind(answerWith(200, message), { apiKey: "own", apiKeyHeader });

    await upstream.doGenerate({
      ...callOf(question),
      credentials: { apiKey: "theirs", authorization: "Bearer theirs" },
    });

    expect(seen[0]?.headers[apiKeyHeader]).toBe(value);
    expect(JSON.stringify(seen[0]?.headers)).not.toContain("theirs");
  });

  it("is the JSON of the body, whatever its tools", async () => {
    const { upstream, seen } = await behind(answerWith(200, message));
    const tools = [{ name: "ü", input_schema: { type: "object" } }];
    const bodies = [
      { ...question, tools, stream: false, metadata: undefined },
      { tools, ...question, stream: false },
      { ...question, tools: [], stream: false },
    ];

    for (const body of bodies) await upstream.doGenerate(callOf(body as UpstreamCall["body"]));

    expect(seen.map(({ bytes }) => String(bytes))).toEqual(bodies.map((body) => JSON.stringify(body)));
  });

  it("goes to the right path if the URL ends in a slash or in /v1", async () => {
    const { seen, url } = await behind(answerWith(200, message));

    for (const end of ["/", "/v1", "/v1/", "/base/v1"]) {
      const upstream = createAnthropicUpstream({ name: "test", url: url + end });
      await upstream.doGenerate(callOf(question));
      upstream.close();
    }

    expect(seen.map((request) => request.url)).toEqual([
      "/v1/messages",
      "/v1/messages",
      "/v1/messages",
      "/base/v1/messages",
    ]);
  });
});

describe("forwarding", () => {
  const raw = (overrides: Partial<RawRequest> = {}): RawRequest => ({
    method: "POST",
    path: "/v1/messages?beta=true",
    headers: {
      "x-api-key": "theirs",
      "user-agent": "agent/1",
      connection: "keep-alive, x-hop",
      "x-hop": "1",
      te: "trailers",
    },
    body: [Buffer.from('{"model" : '), Buffer.from('"m"}')],
    signal: new AbortController().signal,
    ...overrides,
  });

  it("forwards bytes, query and headers, except those of the connection", async () => {
    const { upstream, seen } = await behind(answerWith(200, "{}"));

    await upstream.doForward?.(raw());

    expect(seen[0]?.url).toBe("/v1/messages?beta=true");
    expect(String(seen[0]?.bytes)).toBe('{"model" : "m"}');
    expect(seen[0]?.headers).toMatchObject({ "x-api-key": "theirs", "user-agent": "agent/1", "content-length": "15" });
    expect(seen[0]?.headers).not.toHaveProperty("x-hop");
    expect(seen[0]?.headers).not.toHaveProperty("te");
  });

  it("returns status, headers and bytes, also of errors", async () => {
    const { upstream } = await behind(answerWith(418, "\u0000\u00ff<html>", { "x-own": "1", "retry-after": "9" }));

    const response = await upstream.doForward?.(raw());

    expect(response).toMatchObject({ status: 418, headers: { "x-own": "1", "retry-after": "9" } });
    expect(response?.headers).not.toHaveProperty("transfer-encoding");
    expect(response?.headers).not.toHaveProperty("connection");
    const chunks: Uint8Array[] = [];
    for await (const chunk of response?.body ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(Buffer.from("\u0000\u00ff<html>"));
  });

  it("uses a connection again, unless its answer came before the request was sent completely", async () => {
    const connections = useEarlyAnswers();
    const upstream = createAnthropicUpstream({ name: "test", url: await connections.listen() });
    closers.push(() => upstream.close());
    const post = async (text: string): Promise<void> => {
      const answer = await upstream.doForward?.(raw({ body: [Buffer.from(text)] }));
      for await (const _chunk of answer?.body ?? []);
      await connections.readBodies();
    };

    await post("{}");
    await post("{}");
    expect(connections.count()).toBe(1);
    // More than sockets hold while the server does not read.
    await post("x".repeat(32_000_000));
    await post("{}");
    expect(connections.count()).toBe(2);
  });

  it("sends the upstream's own key if it has one", async () => {
    const { upstream, seen } = await behind(answerWith(200, "{}"), { apiKey: "own" });

    await upstream.doForward?.(raw());

    expect(seen[0]?.headers["x-api-key"]).toBe("own");
  });
});

describe("what goes wrong", () => {
  const failureOf = async (run: Promise<unknown>): Promise<UpstreamError> => {
    const error: unknown = await run.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UpstreamError);
    return error as UpstreamError;
  };

  it.each([
    ["HTML", 500, "<html><body><h1>Internal  error</h1></body></html>", "Internal error", "api_error"],
    ["nothing", 404, "", "The upstream answered 404.", "not_found_error"],
    ["an error of another make", 429, '{"error":{"message":"slow down"}}', "slow down", "rate_limit_error"],
    ["an error as text", 400, '{"error":"no such field"}', "no such field", "invalid_request_error"],
    ["a detail", 422, '{"detail":"bad"}', "bad", "invalid_request_error"],
    ["a long text", 502, "x".repeat(1_000), `${"x".repeat(300)}…`, "api_error"],
  ])("reports %s as an API error", async (_name, status, body, text, type) => {
    const { upstream } = await behind(answerWith(status, body));

    const error = await failureOf(upstream.doGenerate(callOf(question)));

    expect(error).toMatchObject({ status, body: { type: "error", error: { type, message: text } } });
  });

  it.each([
    ["is no JSON", "<html>", /not a JSON object/],
    ["is no message", '{"ok":true}', /no message/],
  ])("reports an answer that %s", async (_name, body, text) => {
    const { upstream } = await behind(answerWith(200, body));

    expect((await failureOf(upstream.doGenerate(callOf(question)))).message).toMatch(text);
  });

  it("reports an answer that should have been a stream", async () => {
    const { upstream } = await behind(answerWith(200, message, { "content-type": "application/json" }));

    expect((await failureOf(upstream.doStream(callOf(question)))).message).toContain(
      "did not stream: got application/json",
    );
  });

  const impatient: StartTimer = (milliseconds, onTime) => {
    const timeout = setTimeout(onTime, milliseconds / 1_000);
    return { restart: () => timeout.refresh(), stop: () => clearTimeout(timeout) };
  };

  it("ends a call whose answer does not start", async () => {
    const { upstream } = await behind(() => {}, { firstByteSeconds: 30, startTimer: impatient });

    expect(await failureOf(upstream.doGenerate(callOf(question)))).toMatchObject({
      status: 504,
      body: { error: { type: "timeout_error", message: "The upstream test sent nothing for 30 seconds." } },
    });
  });

  it("ends a stream that stalls", async () => {
    const answer = (response: ServerResponse): void => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: ping\ndata: {"type":"ping"}\n\n');
    };
    const { upstream } = await behind(answer, { idleSeconds: 40, startTimer: impatient });

    expect(await failureOf(upstream.doStream(callOf(question)))).toMatchObject({ status: 504, isRetryable: true });
  });

  it("forwards the API's own error event as an error with its status", async () => {
    const event = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { upstream } = await behind(
      answerWith(200, `event: error\ndata: ${JSON.stringify(event)}\n\n`, { "content-type": "text/event-stream" }),
    );

    expect(await failureOf(upstream.doStream(callOf(question)))).toMatchObject({ status: 529, body: event });
  });
});

describe("other endpoints", () => {
  it("counts tokens without the fields that counting rejects", async () => {
    const { upstream, seen } = await behind(answerWith(200, '{"input_tokens":12}'));

    expect(await upstream.doCountTokens?.(callOf({ ...question, stream: true }))).toBe(12);
    expect(JSON.parse(String(seen[0]?.bytes))).toEqual({ model: "m", messages: question.messages });
  });

  it("lists models", async () => {
    const { upstream } = await behind(answerWith(200, '{"data":[{"id":"m","type":"model"}]}'));

    expect(await upstream.doListModels?.({ apiKey: "k" }, new AbortController().signal)).toEqual([
      { id: "m", type: "model" },
    ]);
  });
});
