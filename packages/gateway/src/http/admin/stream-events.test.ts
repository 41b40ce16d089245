import { getEventListeners } from "node:events";
import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { type StartTimer, startTimer } from "@toolcrib/shared/timers";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../contracts/trace.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { createGateway } from "../../server/create-gateway.ts";
import { SseDecoder } from "../../sse/sse-decoder.ts";
import { serveFetch } from "../../testing/serve.ts";
import { connectTo } from "../../testing/socket-client.ts";
import { useClosers } from "../../testing/use-closers.ts";
import { MemorySink } from "../../trace/memory-sink.ts";
import type { AdminApiStep } from "./admin-api.ts";
import { streamEvents } from "./stream-events.ts";

const closers = useClosers();

const schema = { type: "object", properties: {} };
const request = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "Say it to my secret friend." }],
  tools: [
    { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
    { name: "send_message", description: "Sends a message.", input_schema: schema, defer_loading: true },
    { name: "read_file", description: "Reads a file.", input_schema: schema },
  ],
};

/** A gateway whose model searches once and then answers, each time only when it is told to. */
async function startWaiting(captureContent: boolean) {
  const api = createStrictMessagesApi((body, number) => {
    const search = body.tools?.find(({ name }) => /search/i.test(String(name)))?.name;
    return number === 1
      ? [{ type: "tool_use", id: "toolu_1", name: String(search), input: { query: "send message" } }]
      : [{ type: "text", text: "Done." }];
  });
  const waiting: (() => void)[] = [];
  const upstream = await serveFetch(async (asked) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return api.fetch(asked);
  });
  const gateway = await createGateway({
    upstreams: { slow: { dialect: "anthropic", url: upstream.url } },
    routes: [{ model: "*", loader: "bridge" }],
    trace: { captureContent },
  });
  closers.push(gateway, upstream);
  const { url } = await gateway.listen({ port: 0 });
  return {
    url,
    ask: () =>
      fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "x-api-key": "key" },
        body: JSON.stringify(request),
      }),
    /** Lets the model give the answer that it is asked for, once it is asked. */
    answer: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    },
  };
}

/** Reads the events of a gateway as they come. */
async function listen(url: string) {
  const abort = new AbortController();
  closers.push({ close: async () => abort.abort() });
  const response = await fetch(`${url}/admin/events`, { signal: abort.signal });
  const steps: AdminApiStep[] = [];
  const ended: TraceRecord[] = [];
  const read = async () => {
    const decoder = new SseDecoder();
    for await (const chunk of response.body ?? []) {
      for (const { event, data } of decoder.push(chunk)) {
        if (event === "step") steps.push(JSON.parse(data) as AdminApiStep);
        if (event === "trace") ended.push(JSON.parse(data) as TraceRecord);
      }
    }
  };
  read().catch(() => {});
  return { steps, ended, titles: () => steps.map(({ step }) => step.title) };
}

const beforeTheModelAnswers = ["Request with 3 tools", "Forward with 3 tools"];
const untilItIsAskedAgain = [
  ...beforeTheModelAnswers,
  "Search call",
  "Look up (bm25)",
  "1 found",
  "Result into context",
];

describe("events of a request that runs", () => {
  it("are sent as its steps happen, then its record when it ends", async () => {
    const { url, ask, answer } = await startWaiting(false);
    const { steps, ended, titles } = await listen(url);

    const answered = ask();
    await expect.poll(titles).toEqual(beforeTheModelAnswers);
    expect(steps.at(-1)?.trace).toMatchObject({ model: "m", execution: "server-search", tools: { sent: 3 }, flow: [] });
    expect(ended).toEqual([]);

    await answer();
    await expect.poll(titles).toEqual(untilItIsAskedAgain);
    expect(ended).toEqual([]);

    await answer();
    expect((await answered).status).toBe(200);
    await expect.poll(() => ended.length).toBe(1);
    expect(steps.map(({ index }) => index)).toEqual(steps.map((_step, index) => index));
    expect(ended[0]?.flow).toEqual(steps.map(({ step }) => step));
  });

  it("are sent immediately to a reader that connects while it runs", async () => {
    const { url, ask, answer } = await startWaiting(false);
    const answered = ask();
    await answer();
    const { titles, ended } = await listen(url);
    await expect.poll(titles).toEqual(untilItIsAskedAgain);

    await answer();
    await answered;
    await expect.poll(() => ended.length).toBe(1);

    const later = await listen(url);
    const next = ask();
    await expect.poll(later.titles).toEqual(beforeTheModelAnswers);
    await answer();
    await next;
  });

  it.each([
    [false, "leave what was said out"],
    [true, "hold what was said"],
  ])("with content capture %s, %s", async (captureContent) => {
    const { url, ask, answer } = await startWaiting(captureContent);
    const { steps, ended, titles } = await listen(url);
    const answered = ask();
    await expect.poll(titles).toEqual(beforeTheModelAnswers);

    expect(JSON.stringify(steps).includes("secret friend")).toBe(captureContent);

    await answer();
    await answer();
    await answered;
    await expect.poll(() => ended.length).toBe(1);
  });
});

it("disconnects a reader of events that does not read, instead of buffering for it", async () => {
  const gateway = await createGateway(
    { trace: { captureContent: true, memory: 1 } },
    {
      createAnswerRequest:
        () =>
        async ({ trace, body }) => {
          trace.flow({ from: "client", to: "gateway", title: "Request", payload: () => body });
          return { kind: "counted", inputTokens: 1 };
        },
    },
  );
  closers.push(gateway);
  const { url } = await gateway.listen({ port: 0 });
  const reader = await connectTo(url);
  reader.socket.write("GET /admin/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await expect.poll(reader.text).toContain("event: ready");
  reader.socket.pause();
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "x".repeat(3_000_000) }] });

  for (let request = 0; request < 12; request++) {
    await (await fetch(`${url}/v1/messages`, { method: "POST", body })).text();
  }
  reader.socket.resume();

  await expect.poll(() => reader.text().endsWith("0\r\n\r\n")).toBe(true);
  expect(reader.text().match(/event: trace/g)?.length ?? 0).toBeLessThan(12);
  reader.socket.destroy();
});

it("releases its resources when its reader disconnects", async () => {
  const closing = new AbortController();
  const memory = new MemorySink(() => ({ records: 10, bytes: 10_000 }));
  const app = new Hono().get("/events", (context) =>
    streamSSE(context, (stream) =>
      streamEvents(stream, { memory, startTimer, closing: () => closing.signal, mayRead: async () => true }),
    ),
  );
  const readers: Response[] = [];
  for (let reader = 0; reader < 20; reader++) readers.push(await app.request("/events"));
  await expect.poll(() => getEventListeners(closing.signal, "abort").length).toBe(20);

  for (const reader of readers) await reader.body?.cancel();

  await expect.poll(() => getEventListeners(closing.signal, "abort").length).toBe(0);
});

describe("events of a caller that may not read any more", () => {
  const organisation = "acme";
  type Ended = readonly [
    string,
    (between: { change: (change: object) => Promise<unknown>; pass: () => void }) => unknown,
  ];

  it.each<Ended>([
    ["its key is revoked", ({ change }) => change({ change: "revoke-key", key: "reader" })],
    ["its key has expired", ({ pass }) => pass()],
    ["its user is disabled", ({ change }) => change({ change: "set-user", user: "olga", isDisabled: true })],
    ["its user has a lower role", ({ change }) => change({ change: "set-user", user: "olga", role: "admin" })],
    ["its organisation is removed", ({ change }) => change({ change: "remove-organisation" })],
  ])("end without another one when %s", async (_why, happen) => {
    let time = Date.now();
    const root = createApiKey();
    const gateway = await createGateway(
      { keys: [{ name: "root", sha256: root.sha256, admin: true }] },
      {
        now: () => time,
        createAnswerRequest: () => async () => ({ kind: "counted", inputTokens: 1 }),
      },
    );
    closers.push(gateway);
    const post = async (path: string, body: object) =>
      gateway.app.request(`http://localhost${path}`, {
        method: "POST",
        headers: { "toolcrib-key": root.key },
        body: JSON.stringify(body),
      });
    const change = async (more: object) => (await post("/admin/access", { organisation, ...more })).json();
    await change({ change: "add-organisation" });
    await change({ change: "set-user", user: "olga", role: "operator" });
    const more = { key: "reader", user: "olga", role: "operator", expiresInSeconds: 60 };
    const { secret } = (await change({ change: "create-key", ...more })) as { secret: string };
    const headers = { "toolcrib-key": secret };
    const ask = () => post("/v1/messages", { model: "m", messages: [{ role: "user", content: "Hi" }] });
    const response = await gateway.app.request("http://localhost/admin/events", { headers });
    let text = "";
    let hasEnded = false;
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString("utf8");
      hasEnded = true;
    })();
    await ask();
    await expect.poll(() => text).toContain("event: trace");
    const before = text;

    await happen({ change, pass: () => (time += 61_000) });
    await ask();

    await expect.poll(() => hasEnded).toBe(true);
    await reading;
    expect(text).toBe(before);
  });

  it("end when nothing happens, too", async () => {
    const memory = new MemorySink(() => ({ records: 10, bytes: 10_000 }));
    const closing = () => new AbortController().signal;
    let pings = 0;
    const mayRead = async () => pings < 2;
    const startPing: StartTimer = (_milliseconds, onEnd) => {
      pings++;
      return startTimer(1, onEnd);
    };
    const app = new Hono().get("/events", (context) =>
      streamSSE(context, (stream) => streamEvents(stream, { memory, startTimer: startPing, closing, mayRead })),
    );

    const text = await (await app.request("/events")).text();

    expect(text.match(/event: \w+/g)).toEqual(["event: ready"]);
  });
});
