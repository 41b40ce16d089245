import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../gateway/statistics.ts";
import { question, startModel } from "./model.ts";
import { type ReplicaProcess, startReplica } from "./replica-process.ts";

/** What requests cost with a number of replicas. */
export interface ReplicasResult {
  readonly replicas: number;
  readonly requests: number;
  /** Of all replicas, for one request. */
  readonly processorMilliseconds: number;
  readonly latencyP50: number;
  readonly latencyP99: number;
  readonly requestsPerSecond: number;
}

const connections = 12;
/**
 * The same load for each replica, and one that none is busy with all the time: a process that always has several requests waiting
 * handles them together, which costs less for each, and says nothing about replicas.
 */
const requestsPerSecond = 150;
/** To each replica, so that none of them still compiles its code while it is measured. */
const warmUpRequests = 4_000;

/** Sends requests to replicas in turn, so many to each, with quotas and an audit log in the database. */
export async function measureReplicas(database: string, count: number, perReplica: number): Promise<ReplicasResult> {
  const requests = perReplica * count;
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-teams-"));
  const model = await startModel();
  const config = join(folder, "toolcrib.json");
  writeFileSync(
    config,
    JSON.stringify({
      upstreams: { test: { dialect: "anthropic", url: model.url } },
      store: database,
      audit: {},
      quotas: [{ name: "minute", window: "minute", requests: 200_000, tokens: 1e9 }],
    }),
  );
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(config)));
  try {
    await send(replicas, warmUpRequests * count);
    const before = processorTime(replicas);
    const startedAt = performance.now();
    const latencies = await send(replicas, requests, count * requestsPerSecond);
    const seconds = (performance.now() - startedAt) / 1_000;
    const result: ReplicasResult = {
      replicas: count,
      requests,
      processorMilliseconds: (processorTime(replicas) - before) / requests,
      latencyP50: percentile(latencies, 0.5),
      latencyP99: percentile(latencies, 0.99),
      requestsPerSecond: requests / seconds,
    };
    console.log(`${count} replicas: ${result.processorMilliseconds.toFixed(3)} ms of processor time per request`);
    return result;
  } finally {
    await Promise.all(replicas.map((replica) => replica.end("SIGKILL")));
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function processorTime(replicas: readonly ReplicaProcess[]): number {
  return replicas.reduce((sum, replica) => sum + replica.processorMilliseconds(), 0);
}

/** The latencies of requests, sent over a fixed number of connections: so many a second, or as fast as they are answered. */
async function send(
  replicas: readonly ReplicaProcess[],
  requests: number,
  rate = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let next = 0;
  const begin = performance.now();
  const client = async (): Promise<void> => {
    while (next < requests) {
      const number = next++;
      const { url } = replicas[number % replicas.length] as ReplicaProcess;
      const early = begin + (number * 1_000) / rate - performance.now();
      if (early > 0) await wait(early);
      const startedAt = performance.now();
      await post(`${url}/v1/messages`, agent, number);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return latencies;
}

/** Each request is a conversation of its own, and brings the result of a tool call, so that it has something for the audit log. */
function post(url: string, agent: Agent, number: number): Promise<void> {
  const id = `toolu_${number}`;
  const messages = [
    { role: "user", content: `${number}: what is here?` },
    { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
  ];
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ ...question, messages }));
  });
}
