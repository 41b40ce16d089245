import { describe, expect, it } from "vitest";
import type { LimitsConfig } from "../config/gateway-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import {
  answerAtOnce,
  emptyAnswer,
  question,
  thenNothing,
  useAnsweringGateways,
} from "../testing/answering-gateway.ts";
import { Gate } from "../testing/gate.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { connectTo, postText } from "../testing/socket-client.ts";

const { start } = useAnsweringGateways();

describe("limits", () => {
  /** A gateway whose streams begin and then say nothing; its time passes when the test says so. */
  const startQuiet = async (limits: LimitsConfig) => {
    const timers = createManualTimers();
    const answer: AnswerRequest = async () => ({ kind: "streamed", events: thenNothing() });
    return { timers, ...(await start(answer, { limits }, { startTimer: timers.start })) };
  };

  it("answers 529 when too many requests are running, and recovers when they end", async () => {
    const gate = new Gate();
    gate.close();
    const slow: AnswerRequest = async () => {
      await gate.opened;
      return { kind: "whole", message: emptyAnswer };
    };
    const { post, expectHealthy } = await start(slow, { limits: { concurrentRequests: 1 } });

    const first = post(question);
    await expect.poll(async () => (await post(question)).status).toBe(529);
    expect(await (await post(question)).json()).toMatchObject({ error: { type: "overloaded_error" } });
    gate.open();
    expect((await first).status).toBe(200);
    await expectHealthy();
  });

  it("counts bodies that are being received", async () => {
    const { url, post } = await start(answerAtOnce, { limits: { concurrentRequests: 1 } });
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", "{", { "content-length": "100" }));

    await expect.poll(async () => (await post(question)).status).toBe(529);
    client.socket.destroy();
    await expect.poll(async () => (await post(question)).status).toBe(200);
  });

  it("ends a request that takes too long, even if it ignores its signal", async () => {
    const { post } = await start(() => new Promise(() => {}), { limits: { requestSeconds: 0.05 } });

    const response = await post(question);

    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: { type: "timeout_error" } });
  });

  it("ends a stream that takes too long with an error event", async () => {
    const { post, timers } = await startQuiet({ requestSeconds: 90 });

    const response = await post(question);
    timers.run(90_000);

    expect(await response.text()).toMatch(/event: message_start[\s\S]*event: error\ndata: .*timeout_error/);
  });

  it("sends pings while a stream is quiet", async () => {
    const { post, timers } = await startQuiet({ requestSeconds: 90, pingSeconds: 15 });

    const response = await post(question);
    for (let pings = 0; pings < 3; pings++) timers.run(15_000);
    timers.run(90_000);

    const text = await response.text();
    expect(text.split('event: ping\ndata: {"type":"ping"}\n\n').length).toBeGreaterThan(3);
  });
});

describe("a client that disconnects", () => {
  const waiting = (aborted: string[]): AnswerRequest => {
    return ({ signal, body }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.push((signal.reason as { code: string }).code);
          reject(signal.reason as Error);
        });
        if (body.stream === true) resolve({ kind: "streamed", events: thenNothing() });
        if (body.messages[0]?.content === "Hi") return;
        resolve({ kind: "whole", message: emptyAnswer });
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

  it("half-closes the connection: that counts as disconnecting", async () => {
    const aborted: string[] = [];
    const { url, gateway } = await start(waiting(aborted));
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", JSON.stringify(question)));
    await expect.poll(async () => running(gateway)).toBe(1);

    client.socket.end();

    await expect.poll(() => aborted).toEqual(["client_gone"]);
    client.socket.destroy();
  });

  it("disconnects while sending its body: nothing is started, and it is recorded", async () => {
    const aborted: string[] = [];
    const { url, traces, post } = await start(waiting(aborted));
    const client = await connectTo(url);
    client.socket.write(postText("/v1/messages", '{"model"', { "content-length": "1000" }));

    client.socket.end();
    await client.closed;
    client.socket.destroy();

    expect((await post({ ...question, messages: [{ role: "user", content: "Answer." }] })).status).toBe(200);
    expect(traces).toMatchObject([
      { status: 499, upstreamCalls: [], flow: [{ title: "Request" }, { title: "Client goes away" }] },
      { status: 200 },
    ]);
  });
});

async function running({ app }: { app: { request(path: string): Response | Promise<Response> } }): Promise<number> {
  const health = (await (await app.request("/admin/health")).json()) as { requestsRunning: number };
  return health.requestsRunning;
}
