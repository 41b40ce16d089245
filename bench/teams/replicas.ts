import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startLane } from "./lane-process.ts";
import { startReplica } from "./replica-process.ts";

/** What is sent in one slice. */
interface Load {
  readonly name: string;
  /** Whether each replica gets this much, or all of them together. */
  readonly isForEach: boolean;
  readonly connections: number;
  /** Requests a second; undefined: as fast as they are answered. */
  readonly rate?: number;
  readonly requests: number;
}

/** What a request costs with one replica and with three. */
export interface ReplicasResult {
  readonly load: string;
  readonly isForEach: boolean;
  /** Whether the replicas share a store, with quotas and an audit log. */
  readonly hasStore: boolean;
  /** Processor time of all replicas for one request in milliseconds, slice by slice. */
  readonly one: readonly number[];
  readonly three: readonly number[];
}

/** Some replicas that are ready for load. */
interface Setup {
  /** Sends a slice, and returns the processor time for a request in milliseconds. */
  run(load: Load): Promise<number>;
  close(): Promise<void>;
}

/** All numbers are divisible by three. */
const loads: readonly Load[] = [
  { name: "4 connections that never rest for each replica", isForEach: true, connections: 4, requests: 900 },
  { name: "100 requests a second for each replica", isForEach: true, connections: 12, rate: 100, requests: 210 },
  { name: "12 connections that never rest in all", isForEach: false, connections: 12, requests: 1_800 },
  { name: "300 requests a second in all", isForEach: false, connections: 36, rate: 300, requests: 630 },
];

/** To each replica, so that none of them still compiles its code while it is measured. */
const warmUpRequests = 4_000;
const restMilliseconds = 500;

/**
 * Sends the same loads to one replica and to three, in short slices by turns: a machine that becomes faster or slower does so for both slices of a pair.
 * `store`: a database for each, if they use one.
 */
export async function measureReplicas(
  stores: { readonly one: string; readonly three: string } | undefined,
  slices: number,
): Promise<readonly ReplicasResult[]> {
  const one = await openSetup(1, stores?.one);
  const three = await openSetup(3, stores?.three);
  try {
    const results: ReplicasResult[] = [];
    for (const load of loads) {
      const { name, isForEach } = load;
      const result = {
        load: name,
        isForEach,
        hasStore: stores !== undefined,
        one: [] as number[],
        three: [] as number[],
      };
      for (let slice = 0; slice < slices; slice++) {
        // Each comes first in every other pair: the second finds the processor warmer and the memory fuller.
        const takeOne = async (): Promise<void> => void result.one.push(await one.run(load));
        const takeThree = async (): Promise<void> => void result.three.push(await three.run(load));
        for (const take of slice % 2 === 0 ? [takeOne, takeThree] : [takeThree, takeOne]) await take();
      }
      results.push(result);
    }
    return results;
  } finally {
    await Promise.all([one.close(), three.close()]);
  }
}

async function openSetup(count: number, store: string | undefined): Promise<Setup> {
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
  const urls = replicas.map(({ url }) => url);
  const processorTime = (): number => replicas.reduce((sum, replica) => sum + replica.processorMilliseconds(), 0);
  const run = async ({ isForEach, connections, rate, requests }: Load): Promise<number> => {
    const share = isForEach ? 1 : 1 / count;
    const before = processorTime();
    // Each lane sends its part, beginning with another replica.
    await Promise.all(
      lanes.map((lane, position) =>
        lane.send({
          urls: [...urls.slice(position), ...urls.slice(0, position)],
          requests: requests * share,
          connections: connections * share,
          rate: rate === undefined ? undefined : rate * share,
        }),
      ),
    );
    return (processorTime() - before) / (requests * share * count);
  };
  const close = async (): Promise<void> => {
    for (const lane of lanes) lane.end();
    await Promise.all(replicas.map((replica) => replica.end("SIGKILL")));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await run({ name: "warm-up", isForEach: true, connections: 4, requests: warmUpRequests });
  } catch (error) {
    await close();
    throw error;
  }
  await wait(restMilliseconds);
  return { run, close };
}

function withStore(store: string): object {
  const quotas = [{ name: "minute", window: "minute", requests: 2_000_000, tokens: 1e9 }];
  return { store, audit: {}, quotas };
}
