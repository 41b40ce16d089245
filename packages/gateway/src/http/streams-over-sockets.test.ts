import type { ServerResponse } from "node:http";
import Anthropic, { APIError, RateLimitError } from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import { encodeEvent } from "../dialects/messages/wire/encode-event.ts";
import { createGateway } from "../server/create-gateway.ts";
import { emptyAnswer } from "../testing/answering-gateway.ts";
import { serve } from "../testing/serve.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();

const message = { ...emptyAnswer, stop_reason: null };
const beginning = [
  { type: "message_start", message },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
];
const ending = [
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];
const text = (events: readonly { readonly type: string }[]): string => events.map(encodeEvent).join("");
const limits = { "anthropic-ratelimit-requests-remaining": "41", "anthropic-ratelimit-tokens-limit": "80000" };

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", ...limits });
  response.write(text(beginning));
}

/** The whole stream, after a while. */
function streamLate(response: ServerResponse): void {
  setTimeout(() => {
    beginStream(response);
    response.end(text(ending));
  }, 300);
}

function post(url: string, body: object): Promise<Response> {
  return fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
}

/** A gateway before an upstream that answers as it is told; `bridged`: the gateway writes the answer itself. */
async function start(answer: (response: ServerResponse) => void, config: GatewayConfig = {}) {
  const traces: TraceRecord[] = [];
  const upstream = await serve((_request, _body, response) => answer(response));
  const gateway = await createGateway(
    {
      upstreams: { up: { dialect: "anthropic", url: upstream.url } },
      routes: [{ model: "*", loader: "bridge" }],
      retries: { attempts: 0 },
      ...config,
    },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  const { url } = await gateway.listen({ port: 0 });
  closers.push(gateway, upstream);
  const client = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 });
  return { url, gateway, client, traces };
}

const question = { model: "m", max_tokens: 9, messages: [{ role: "user" as const, content: "Hi" }] };
const tool = (name: string) => ({ name, description: `Does ${name}.`, input_schema: { type: "object" as const } });
const bridged = { ...question, tools: [tool("ToolSearch"), tool("now"), { ...tool("later"), defer_loading: true }] };
const passed = question;

/** What the SDK throws for a stream. */
function streamError(client: Anthropic, body: typeof question): Promise<unknown> {
  return client.messages
    .stream(body)
    .finalMessage()
    .catch((thrown: unknown) => thrown);
}

describe("a stream that the gateway writes", () => {
  const slow = { limits: { pingSeconds: 0.05 } };

  it("W-M26: begins with pings while the upstream is silent, and the SDK reads the answer that follows", async () => {
    const { client, url } = await start(streamLate, slow);

    const { content, stop_reason } = await client.messages.stream(bridged).finalMessage();
    const raw = await post(url, { ...bridged, stream: true });

    expect(content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(stop_reason).toBe("end_turn");
    expect(raw.status).toBe(200);
    expect(await raw.text()).toMatch(
      /^event: ping\ndata: \{"type":"ping"\}\n\n[\s\S]*event: message_start[\s\S]*event: message_stop/,
    );
  });

  it("keeps the status of an early error, and sends a later one as an event that the SDK throws", async () => {
    const error = { type: "error", error: { type: "rate_limit_error", message: "Slow down." } };
    const refuse = (response: ServerResponse) =>
      response.writeHead(429, { "content-type": "application/json", ...limits }).end(JSON.stringify(error));
    const early = await start(refuse);
    const late = await start((response) => void connected.then(() => refuse(response)), slow);

    await expect(early.client.messages.stream(bridged).finalMessage()).rejects.toBeInstanceOf(RateLimitError);
    const stream = late.client.messages.stream(bridged);
    // The SDK connects when the first ping arrives; only then the upstream answers.
    const connected = new Promise<void>((resolve) => stream.once("connect", () => resolve()));
    const thrown = await stream.finalMessage().catch((reason: unknown) => reason);

    expect(thrown).toBeInstanceOf(APIError);
    expect(String(thrown)).toContain("Slow down.");
    expect([...early.traces, ...late.traces].map(({ status }) => status)).toEqual([429, 429]);
  });

  it("leaves a forwarded stream unchanged, however long it takes", async () => {
    const { url } = await start(streamLate, slow);

    const response = await post(url, { ...passed, stream: true });

    expect(await response.text()).toBe(text([...beginning, ...ending]));
  });
});

describe("W-M9: the upstream's limits", () => {
  it.each([
    ["a streamed answer", { ...bridged, stream: true }],
    ["a whole answer", bridged],
    ["an answer that is passed through", { ...passed, stream: true }],
  ])("reach the client of %s", async (_name, body) => {
    const { url } = await start((response) => {
      if ("stream" in body) {
        beginStream(response);
        response.end(text(ending));
      } else response.writeHead(200, { "content-type": "application/json", ...limits }).end(JSON.stringify(message));
    });

    const { headers, status } = await post(url, body);

    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject(limits);
  });

  it("reach the client with a refusal, and other headers do not", async () => {
    const { url } = await start((response) => {
      const headers = { "content-type": "application/json", "retry-after": "7", "x-internal": "1", ...limits };
      response.writeHead(429, headers).end('{"type":"error","error":{"type":"rate_limit_error","message":"No."}}');
    });

    const { headers } = await post(url, bridged);

    expect(Object.fromEntries(headers)).toMatchObject({ ...limits, "retry-after": "7" });
    expect(headers.has("x-internal")).toBe(false);
  });
});

describe("a forwarded stream that ends before its message", () => {
  it.each([
    ["after some events", text(beginning)],
    ["inside of an event", text(beginning).slice(0, -20)],
    ["before any event", ""],
  ])("W-M26: ends with an error event that the SDK throws: %s", async (_name, said) => {
    const { client, traces } = await start((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(said);
    });

    const error = await streamError(client, passed);

    expect(error).toBeInstanceOf(APIError);
    expect(String(error)).toContain("it ended before message_stop");
    expect(traces).toMatchObject([{ status: 502, error: { type: "api_error" } }]);
  });

  it.each([
    [
      "an error event",
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    ],
    ["events without names", 'data: {"type":"message_stop"}\n\n'],
    ["the mark of another dialect", "data: [DONE]\n\n"],
  ])("is complete with %s, and stays unchanged", async (_name, end) => {
    const { url } = await start((response) => {
      beginStream(response);
      response.end(end);
    });

    const response = await post(url, { ...passed, stream: true });

    expect(await response.text()).toBe(text(beginning) + end);
  });
});

describe("a gateway that stops", () => {
  it.each([
    ["that it writes", bridged],
    ["that it passes through", passed],
  ])("ends a stream %s with an error event when its time is up", async (_name, body) => {
    const { client, gateway, traces } = await start(beginStream);
    const stream = client.messages.stream(body);
    await new Promise((resolve) => stream.once("text", resolve));

    const closed = gateway.close({ drainMilliseconds: 100 });
    const error = await stream.finalMessage().catch((thrown: unknown) => thrown);
    await closed;

    expect(error).toBeInstanceOf(APIError);
    expect(String(error)).toMatch(/overloaded_error.*shutting down/);
    expect(traces).toMatchObject([{ status: 529, error: { type: "overloaded_error" } }]);
  });

  it("answers a request without a stream when its time is up", async () => {
    const { url, gateway } = await start(() => {});
    const answering = post(url, bridged);
    await expect.poll(async () => (await (await fetch(`${url}/metrics`)).text()).includes("running 1")).toBe(true);

    const closed = gateway.close({ drainMilliseconds: 50 });

    expect((await answering).status).toBe(529);
    expect((await answering).headers.get("retry-after")).toBe("1");
    await closed;
  });

  it("completes streams that end in time, and does not wait for the studio's events", async () => {
    let end = (): void => {};
    const { client, gateway, url } = await start((response) => {
      beginStream(response);
      end = () => void response.end(text(ending));
    });
    const events = await fetch(`${url}/admin/events`);
    const stream = client.messages.stream(bridged);
    await new Promise((resolve) => stream.once("text", resolve));

    const closed = gateway.close({ drainMilliseconds: 60_000 });
    end();

    expect((await stream.finalMessage()).stop_reason).toBe("end_turn");
    await closed;
    expect(await events.text()).toContain("event: ready");
  });
});
