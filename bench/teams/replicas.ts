import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Lane, startLane } from "./lane-process.ts";
import { type ReplicaProcess, startReplica } from "./replica-process.ts";

/** The same for one replica and for three, in all. */
export interface Load {
  readonly name: string;
  readonly connections: number;
  /** Requests a second; undefined: as fast as they are answered. */
  readonly rate: number | undefined;
  readonly requests: number;
}

/** What requests cost with a number of replicas. */
export interface ReplicasResult {
  readonly load: string;
  /** Whether the replicas share a store, with quotas and an audit log. */
  readonly hasStore: boolean;
  readonly replicas: number;
  readonly requests: number;
  /** Of all replicas, for one request. */
  readonly processorMilliseconds: number;
  readonly latencyP50: number;
  readonly latencyP99: number;
  readonly requestsPerSecond: number;
}

export const loads: readonly Load[] = [
  { name: "12 connections in all that never rest", connections: 12, rate: undefined, requests: 12_000 },
  { name: "300 requests a second in all", connections: 36, rate: 300, requests: 4_500 },
];

/** To each replica, so that none of them still compiles its code while it is measured. */
const warmUpRequests = 4_000;
const restMilliseconds = 500;

/** Sends requests to replicas in turn. `store`: the database of the replicas, if they share one. */
export async function measureReplicas(load: Load, count: number, store: string | undefined): Promise<ReplicasResult> {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-teams-"));
  const lanes = await Promise.all(Array.from({ length: count }, startLane));
  const replicas = await Promise.all(
    lanes.map(({ modelUrl }, position) => {
      const config = join(folder, `${position}.json`);
      const upstreams = { test: { dialect: "anthropic", url: modelUrl } };
      writeFileSync(config, JSON.stringify({ upstreams, ...(store === undefined ? {} : withStore(store)) }));
      return startReplica(config);
    }),
  );
  try {
    await send(lanes, replicas, { connections: 4 * count, rate: undefined, requests: warmUpRequests * count });
    await wait(restMilliseconds);
    const before = processorTime(replicas);
    const startedAt = performance.now();
    const latencies = await send(lanes, replicas, load);
    const seconds = (performance.now() - startedAt) / 1_000;
    const result: ReplicasResult = {
      load: load.name,
      hasStore: store !== undefined,
      replicas: count,
      requests: load.requests,
      processorMilliseconds: (processorTime(replicas) - before) / load.requests,
      latencyP50: Math.max(...latencies.map(({ latencyP50 }) => latencyP50)),
      latencyP99: Math.max(...latencies.map(({ latencyP99 }) => latencyP99)),
      requestsPerSecond: load.requests / seconds,
    };
    const having = result.hasStore ? "with" : "without";
    console.log(
      `${load.name}, ${having} a store, ${count} replicas: ${result.processorMilliseconds.toFixed(3)} ms of processor time per request`,
    );
    return result;
  } finally {
    for (const lane of lanes) lane.end();
    await Promise.all(replicas.map((replica) => replica.end("SIGKILL")));
    rmSync(folder, { recursive: true, force: true });
  }
}

function withStore(store: string): object {
  const quotas = [{ name: "minute", window: "minute", requests: 2_000_000, tokens: 1e9 }];
  return { store, audit: {}, quotas };
}

function processorTime(replicas: readonly ReplicaProcess[]): number {
  return replicas.reduce((sum, replica) => sum + replica.processorMilliseconds(), 0);
}

/** Each lane sends its part, beginning with another replica. */
function send(lanes: readonly Lane[], replicas: readonly ReplicaProcess[], load: Omit<Load, "name">) {
  const urls = replicas.map(({ url }) => url);
  const { length: count } = lanes;
  return Promise.all(
    lanes.map((lane, position) =>
      lane.send({
        urls: [...urls.slice(position), ...urls.slice(0, position)],
        requests: load.requests / count,
        connections: load.connections / count,
        rate: load.rate === undefined ? undefined : load.rate / count,
      }),
    ),
  );
}
