import { MemoryStore, type Store } from "@toolcrib/store";
import { expect, it, onTestFinished } from "vitest";
import type { GatewayConfig } from "../src/config/gateway-config.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { createClockFromNoon } from "../src/testing/clock-from-noon.ts";
import { startScriptedUpstream } from "../src/testing/settings/scripted-upstream.ts";

const quotas: GatewayConfig["quotas"] = [
  { name: "requests", window: "day", per: ["model"], requests: 2 },
  { name: "tokens", window: "month", per: [], tokens: 1_000_000 },
];
const tools = Array.from({ length: 30 }, (_, number) => ({
  name: `mcp__office__task_${number}`,
  description: `Does the work of department ${number}.`,
  input_schema: { type: "object" },
}));

/** A gateway on a store that reads values and counters together, as PostgreSQL does, and what requests read of it. */
async function start(config: GatewayConfig) {
  const memory = new MemoryStore(Date.now);
  const reads: string[] = [];
  const store: Store = {
    specificationVersion: "v1",
    get: (keys) => {
      // Every gateway looks for changed keys and grants all the time; no request waits for that.
      if (!keys.some(({ namespace }) => namespace === "access")) reads.push("values");
      return memory.get(keys);
    },
    set: (...given) => memory.set(...given),
    update: (...given) => memory.update(...given),
    delete: (...given) => memory.delete(...given),
    journal: memory.journal,
    counters: {
      read: (keys) => {
        reads.push("counters");
        return memory.counters.read(keys);
      },
      add: (changes) => memory.counters.add(changes),
      list: (namespace, limit) => memory.counters.list(namespace, limit),
    },
    readTogether: async (keys, counters) => {
      reads.push("both");
      return { values: await memory.get(keys), counts: await memory.counters.read(counters) };
    },
    close: () => memory.close(),
  };
  const upstream = await startScriptedUpstream();
  const gateway = await createGateway(
    { upstreams: { test: { dialect: "anthropic", url: upstream.url } }, quotas, audit: {}, ...config },
    { store, now: createClockFromNoon() },
  );
  const { url } = await gateway.listen({ port: 0 });
  onTestFinished(async () => {
    await gateway.close();
    await upstream.close();
  });
  return async (path: string, body: object) => {
    reads.length = 0;
    const response = await fetch(url + path, { method: "POST", body: JSON.stringify({ model: "m", ...body }) });
    const answer = (await response.json()) as { readonly id?: string; readonly error?: { readonly type: string } };
    return { status: response.status, answer, reads: [...reads] };
  };
}

it("reads the store once for a later turn with quotas that another replica began", async () => {
  const ask = await start({ inject: "always", loader: "bridge" });
  const turn = (number: number) =>
    ask("/v1/messages", {
      max_tokens: 1_000,
      tools,
      messages: [
        { role: "user", content: `Question ${number}` },
        { role: "assistant", content: "Answer" },
        { role: "user", content: "And then?" },
      ],
    });

  expect(await turn(1)).toMatchObject({ status: 200, reads: ["both"] });
  expect(await turn(2)).toMatchObject({ status: 200, reads: ["both"] });
  expect(await turn(3)).toMatchObject({ status: 429, answer: { error: { type: "rate_limit_error" } } });
});

it("reads the store once for a response that continues another, with quotas", async () => {
  const ask = await start({});
  const first = await ask("/v1/responses", { input: "Hello" });
  const second = await ask("/v1/responses", { input: "And then?", previous_response_id: first.answer.id });
  const third = await ask("/v1/responses", { input: "And then?", previous_response_id: second.answer.id });

  expect([first.status, first.reads]).toEqual([200, ["counters"]]);
  expect([second.status, second.reads[0]]).toEqual([200, "both"]);
  expect(second.reads).not.toContain("counters");
  expect(third.status).toBe(429);
});

it("reads the counts of a request that is passed on, and nothing else", async () => {
  const ask = await start({});
  const messages = [{ role: "user", content: "Hello" }];

  expect(await ask("/v1/messages", { max_tokens: 10, messages })).toMatchObject({ status: 200, reads: ["counters"] });
});
