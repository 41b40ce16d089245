import { createFront, createFrontHttpHandler, ServerPool } from "@toolcrib/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway } from "../../src/server/create-gateway.ts";
import type { Gateway } from "../../src/server/gateway.ts";
import { answerOf, chatCompletion } from "../../src/testing/gateways/lenient-upstream.ts";
import { responseOf } from "../../src/testing/responses-api/responses-answer.ts";
import { serve, type TestServer } from "../../src/testing/serve.ts";
import { type ApiName, apis, type Shape, shapes } from "./bodies.ts";

let upstream: TestServer;
let gateway: Gateway;
let url = "";
const closers: (() => Promise<void>)[] = [];

const usage = { input_tokens: 1, output_tokens: 1 };
const answers: Readonly<Record<string, object>> = {
  "/v1/messages": answerOf("m", [{ type: "text", text: "ok" } as never]),
  "/v1/chat/completions": chatCompletion({ model: "m", messages: [] } as never),
  "/v1/responses": responseOf({ model: "m", input: [] }, { text: "ok" }, 1, usage),
};

beforeAll(async () => {
  upstream = await serve((request, _body, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answers[request.url ?? ""]));
  });
  const pool = new ServerPool({ entries: [], cacheFolder: null });
  const front = await createFront({ pool });
  const mcpHandler = createFrontHttpHandler(front, { isGuarded: true });
  closers.push(
    () => mcpHandler.close(),
    () => front.close(),
    () => pool.close(),
  );
  const openai = `${upstream.url}/v1`;
  gateway = await createGateway(
    {
      upstreams: {
        a: { dialect: "anthropic", url: upstream.url },
        c: { dialect: "openai-chat", url: openai },
        r: { dialect: "openai-responses", url: openai },
      },
      routes: ["a", "c", "r"].map((name) => ({ model: name, upstream: name, loader: "bridge", inject: "auto" })),
      retries: { attempts: 0 },
    },
    { mcpHandler },
  );
  url = (await gateway.listen({ port: 0 })).url;
});
afterAll(async () => {
  await gateway.close();
  for (const close of closers) await close();
  await upstream.close();
});

const headers = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
  "x-api-key": "k",
};

async function post(path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await fetch(url + path, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** Processor time of one request, in milliseconds: other work on the machine hardly counts. */
async function measure(path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const before = process.cpuUsage();
  await post(path, body);
  // Records and caches are written once the client has its answer.
  await new Promise((resolve) => setTimeout(resolve, 10));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const maxTries = 8;
/** Below this, what does not depend on the body is most of the time. */
const fewMilliseconds = 25;

/** The largest ratio of times that twice the body takes, if it takes longer than a request without a body. */
async function growth(apiName: ApiName, model: string, { max, write }: Shape): Promise<number> {
  const api = apis[apiName];
  const bodyOf = (size: number) => new Uint8Array(Buffer.from(write(api, Math.ceil(size), model)));
  let half = Number.POSITIVE_INFINITY;
  let whole = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < maxTries; tries++) {
    half = Math.min(half, await measure(api.path, bodyOf(max / 20)));
    whole = Math.min(whole, await measure(api.path, bodyOf(max / 10)));
    if (tries > 0 && whole <= 2.5 * Math.max(half, fewMilliseconds)) break;
  }
  return whole / Math.max(half, fewMilliseconds);
}

describe.each<[ApiName, string]>([
  ["messages", "a"],
  ["messages", "c"],
  ["chat", "c"],
  ["chat", "a"],
  ["responses", "r"],
  ["responses", "c"],
  ["search", "none"],
  ["mcp", "none"],
])("twice the body takes at most 2.5 times as long, from %s to the upstream %s", (api, model) => {
  const taken = shapes.filter(({ hasPrograms }) => hasPrograms !== true || apis[api].programs !== undefined);
  it.each(taken)("with $title", async (shape) => {
    expect(await growth(api, model, shape)).toBeLessThanOrEqual(2.5);
  });
});

it.each<[ApiName, string]>([
  ["messages", "a"],
  ["messages", "c"],
  ["messages", "r"],
  ["responses", "r"],
  ["responses", "c"],
])(
  "answers the largest conversation of programs, from %s to the upstream %s",
  async (apiName, model) => {
    const api = apis[apiName];
    const [{ write, max }] = shapes as readonly [Shape];

    expect(await post(api.path, new Uint8Array(Buffer.from(write(api, max, model))))).toBe(200);
  },
  30_000,
);
