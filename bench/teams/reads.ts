import { setTimeout as wait } from "node:timers/promises";
import { createGateway, type GatewayConfig } from "@toolcrib/gateway";
import { openStore } from "@toolcrib/store";
import { percentile } from "../gateway/statistics.ts";
import { question, startModel } from "./model.ts";
import { recordCalls, type StoreCall } from "./recording-store.ts";

/** What requests of one kind read from the store before they are sent up. */
export interface ReadsResult {
  readonly title: string;
  readonly requests: number;
  /** Reads of the store between the arrival of a request and its call of the model. */
  readonly mostReads: number;
  readonly meanReads: number;
  /** Of one read, in milliseconds. */
  readonly readP50: number;
  readonly readP99: number;
  /** How long requests take, in milliseconds (p50): as they are, and with writes that take 300 ms more. */
  readonly latencyP50: number;
  readonly latencyWithSlowWritesP50: number;
}

export const slowWriteMilliseconds = 300;
const slowRounds = 15;

interface Plan {
  readonly title: string;
  readonly config: GatewayConfig;
  readonly body: (number: number) => object;
  readonly path?: string;
}

const tools = Array.from({ length: 50 }, (_, number) => ({
  name: `mcp__office__task_${number}`,
  description: `Does the work of department ${number}.`,
  input_schema: { type: "object", properties: { text: { type: "string" } } },
}));
/** What was read a moment ago is not read again: each request has a model, and so counts, of its own. */
const quotas: GatewayConfig["quotas"] = [
  { name: "minute", window: "minute", per: ["model"], requests: 1e9, tokens: 1e9 },
  { name: "month", window: "month", per: ["model"], cost: 1e9 },
];

const plans: readonly Plan[] = [
  { title: "nothing of a team's", config: {}, body: () => question },
  { title: "quotas and audit log", config: { quotas, audit: {} }, body: () => question },
  {
    title: "injected search",
    config: { inject: "always", loader: "bridge" },
    body: (number) => ({ ...question, tools, messages: [{ role: "user", content: `Question ${number}` }] }),
  },
  {
    title: "injected search, quotas and audit log",
    config: { inject: "always", loader: "bridge", quotas, audit: {} },
    body: (number) => ({ ...question, tools, messages: [{ role: "user", content: `Question ${number}` }] }),
  },
  {
    title: "a later turn of another replica, injected search, quotas and audit log",
    config: { inject: "always", loader: "bridge", quotas, audit: {} },
    body: (number) => ({
      ...question,
      tools,
      messages: [
        { role: "user", content: `Question ${number}` },
        { role: "assistant", content: `Answer ${number}` },
        { role: "user", content: "And then?" },
      ],
    }),
  },
  {
    title: "a stored response",
    config: {},
    path: "/v1/responses",
    body: (number) => ({ input: `Question ${number}` }),
  },
];

/** Counts and times what requests read from a PostgreSQL store, one request after the other. */
export async function measureReads(database: string, rounds: number): Promise<readonly ReadsResult[]> {
  const results: ReadsResult[] = [];
  for (const plan of plans) {
    const result = await measurePlan(plan, database, rounds);
    results.push(result);
    const { title, mostReads, readP50, latencyWithSlowWritesP50 } = result;
    console.log(
      `${title}: at most ${mostReads} reads, p50 ${readP50.toFixed(3)} ms; ${latencyWithSlowWritesP50.toFixed(1)} ms with slow writes`,
    );
  }
  return results;
}

async function measurePlan(plan: Plan, database: string, rounds: number): Promise<ReadsResult> {
  const { title, config, body, path = "/v1/messages" } = plan;
  const recording = recordCalls(await openStore(database));
  const { store, calls } = recording;
  const model = await startModel();
  const gateway = await createGateway(
    { ...config, upstreams: { test: { dialect: "anthropic", url: model.url } } },
    { store },
  );
  const { url } = await gateway.listen({ port: 0 });
  const ask = async (number: number): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(url + path, {
      method: "POST",
      body: JSON.stringify({ ...body(number), model: `m-${number}` }),
    });
    await response.text();
    if (response.status !== 200) throw new Error(`${title}: status ${response.status}`);
    return performance.now() - startedAt;
  };
  const reads: (readonly StoreCall[])[] = [];
  const latencies: number[] = [];
  const warmUp = Math.ceil(rounds / 5);
  for (let number = 0; number < rounds + warmUp; number++) {
    calls.length = 0;
    const latency = await ask(number);
    if (number < warmUp) continue;
    latencies.push(latency);
    reads.push(calls.filter(({ kind, startedAt }) => kind === "read" && startedAt < model.lastCallAt()));
  }
  recording.writeDelay = slowWriteMilliseconds;
  const slow: number[] = [];
  for (let number = 0; number < slowRounds; number++) slow.push(await ask(rounds * 2 + number));
  recording.writeDelay = 0;
  // Writes that still wait need the store.
  await wait(2 * slowWriteMilliseconds);
  await gateway.close();
  await store.close();
  await model.close();
  const times = reads.flatMap((each) => each.map(({ milliseconds }) => milliseconds));
  return {
    title,
    requests: reads.length,
    mostReads: Math.max(...reads.map(({ length }) => length)),
    meanReads: times.length / reads.length,
    readP50: times.length === 0 ? 0 : percentile(times, 0.5),
    readP99: times.length === 0 ? 0 : percentile(times, 0.99),
    latencyP50: percentile(latencies, 0.5),
    latencyWithSlowWritesP50: percentile(slow, 0.5),
  };
}
