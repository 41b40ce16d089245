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

/** What a request costs with one replica and with three, slice by slice: processor time of all replicas in milliseconds. */
export interface ReplicasResult {
  readonly load: string;
  readonly isForEach: boolean;
  /** Whether the replicas share a store, with quotas and an audit log. */
  readonly hasStore: boolean;
  readonly one: readonly number[];
  readonly three: readonly number[];
  /** Three gateways with a store each: the machine is as busy as with three replicas, but nothing is shared. Empty without stores. */
  readonly apart: readonly number[];
}

/** Databases: one for the only replica, one that three share, and one for each of three that share nothing. */
export interface ReplicaStores {
  readonly one: string;
  readonly three: string;
  readonly apart: readonly [string, string, string];
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

/** Sends the same loads to one replica and to three, in short slices by turns: a machine that becomes faster or slower does so for all slices of a turn. */
export async function measureReplicas(
  stores: ReplicaStores | undefined,
  slices: number,
): Promise<readonly ReplicasResult[]> {
  const setups: Partial<Record<"one" | "three" | "apart", Setup>> = {};
  try {
    setups.one = await openSetup([stores?.one]);
    setups.three = await openSetup([stores?.three, stores?.three, stores?.three]);
    if (stores !== undefined) setups.apart = await openSetup(stores.apart);
    const results: ReplicasResult[] = [];
    for (const load of loads) {
      const { name, isForEach } = load;
      const milliseconds: Record<keyof typeof setups, number[]> = { one: [], three: [], apart: [] };
      const turn = Object.entries(setups) as [keyof typeof setups, Setup][];
      for (let slice = 0; slice < slices; slice++) {
        for (const [setup, { run }] of turn) milliseconds[setup].push(await run(load));
        // Each comes first in turn: a later one finds the processor warmer and the memory fuller.
        turn.push(...turn.splice(0, 1));
      }
      results.push({ load: name, isForEach, hasStore: stores !== undefined, ...milliseconds });
    }
    return results;
  } finally {
    await Promise.all(Object.values(setups).map((setup) => setup.close()));
  }
}

/** Opens a replica for each store. */
async function openSetup(stores: readonly (string | undefined)[]): Promise<Setup> {
  const count = stores.length;
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-teams-"));
  const lanes = await Promise.all(stores.map(() => startLane()));
  const replicas = await Promise.all(
    lanes.map(({ modelUrl }, position) => {
      const config = join(folder, `${position}.json`);
      const upstreams = { test: { dialect: "anthropic", url: modelUrl } };
      const store = stores[position];
      writeFileSync(config, JSON.stringify({ upstreams, ...(store === undefined ? {} : withStore(store)) }));
      return startReplica(config);
    }),
  );
  const urls = replicas.map(({ url }) => url);
  const processorTime = (): number => replicas.reduce((sum, replica) => sum + replica.processorMilliseconds(), 0);
  const run = async ({ isForEach, connections, rate, requests }: Load): Promise<number> => {
    const share = isForEach ? 1 : 1 / count;
    const before = processorTime();
    await Promise.all(
      lanes.map((lane, position) =>
        lane.send({
          // With the same load for each, a replica has one client, whether there are others or not. Otherwise each client asks all in turn, beginning with another one.
          urls: [...urls.slice(position), ...urls.slice(0, position)].slice(0, isForEach ? 1 : count),
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
