import type { Agent } from "node:http";
import { createBodies, type NextBody, type RequestShape } from "./request-body.ts";
import { percentile } from "./statistics.ts";
import type { System, UpstreamPath } from "./system.ts";
import { type CallTimes, createAgent, timedCall } from "./timed-call.ts";

export interface LatencyOfSystem {
  readonly system: string;
  readonly firstByteP50: number;
  readonly lastByteP50: number;
  readonly lastByteP99: number;
  /** Against the direct way in the same rounds; undefined for that. */
  readonly addedFirstByteP50?: number;
  readonly addedLastByteP50?: number;
  readonly residentMegabytes: number | undefined;
  /** Why there are no figures. */
  readonly failure?: string;
}

export interface LatencyResult extends RequestShape {
  readonly bodyKilobytes: number;
  readonly rounds: number;
  readonly systems: readonly LatencyOfSystem[];
}

export interface LatencyPlan {
  readonly shape: RequestShape;
  readonly rounds: number;
  readonly warmUp: number;
  readonly path: UpstreamPath;
  /** Upstream calls that one request costs by its nature. The direct way makes as many: one with the whole request, then small ones. */
  readonly directCalls: number;
}

/**
 * Each system takes turns with the direct way, so that whatever else the machine does hits both; and with that alone, as in use: what a peer
 * still does after its answer would else be done on a core that the next system needs.
 */
export async function measureLatency(
  plan: LatencyPlan,
  direct: System,
  others: readonly System[],
  residentMegabytes: (processId: number) => number | undefined,
): Promise<LatencyResult> {
  const nextBody = createBodies(plan.shape);
  const callDirectly = createDirectCalls(plan, direct, nextBody);
  const agent = createAgent();
  const directTimes: CallTimes[] = [];
  const systems: LatencyOfSystem[] = [];
  for (const system of others) {
    const pair = await measurePair(
      plan,
      () => callDirectly(agent),
      () => timedCall(agent, system, { ...plan.shape, path: plan.path }, nextBody()),
    );
    directTimes.push(...pair.first);
    const base = figuresOf(pair.first);
    const figures = figuresOf(pair.second);
    systems.push({
      system: system.name,
      ...figures,
      addedFirstByteP50: figures.firstByteP50 - base.firstByteP50,
      addedLastByteP50: figures.lastByteP50 - base.lastByteP50,
      residentMegabytes: residentMegabytes(system.processId),
      ...(pair.failure === undefined ? {} : { failure: pair.failure }),
    });
  }
  agent.destroy();
  return {
    ...plan.shape,
    bodyKilobytes: Math.round(nextBody().length / 1024),
    rounds: plan.rounds,
    systems: [
      { system: direct.name, ...figuresOf(directTimes), residentMegabytes: residentMegabytes(direct.processId) },
      ...systems,
    ],
  };
}

type Call = () => Promise<CallTimes>;

/** As many calls of the upstream as a request costs by its nature, one after the other. */
function createDirectCalls(
  plan: LatencyPlan,
  direct: System,
  nextBody: NextBody,
): (agent: Agent) => Promise<CallTimes> {
  const smallBody = createBodies({ ...plan.shape, kind: "plain", tools: 2 });
  const target = { ...plan.shape, path: "" } as const;
  return async (agent) => {
    let before = 0;
    for (let call = 1; call < plan.directCalls; call += 1) {
      before += (await timedCall(agent, direct, target, call === 1 ? nextBody() : smallBody())).lastByteMilliseconds;
    }
    const last = await timedCall(agent, direct, target, plan.directCalls === 1 ? nextBody() : smallBody());
    return {
      firstByteMilliseconds: before + last.firstByteMilliseconds,
      lastByteMilliseconds: before + last.lastByteMilliseconds,
    };
  };
}

interface Pair {
  readonly first: readonly CallTimes[];
  readonly second: readonly CallTimes[];
  /** Why the second has no more figures. */
  readonly failure: string | undefined;
}

async function measurePair({ warmUp, rounds }: LatencyPlan, callFirst: Call, callSecond: Call): Promise<Pair> {
  const first: CallTimes[] = [];
  const second: CallTimes[] = [];
  try {
    for (let round = -warmUp; round < rounds; round += 1) {
      const [one, other] = [await callFirst(), await callSecond()];
      if (round < 0) continue;
      first.push(one);
      second.push(other);
    }
    return { first, second, failure: undefined };
  } catch (error) {
    return { first, second, failure: error instanceof Error ? error.message : String(error) };
  }
}

function figuresOf(times: readonly CallTimes[]) {
  const first = times.map(({ firstByteMilliseconds }) => firstByteMilliseconds);
  const last = times.map(({ lastByteMilliseconds }) => lastByteMilliseconds);
  return {
    firstByteP50: percentile(first, 0.5),
    lastByteP50: percentile(last, 0.5),
    lastByteP99: percentile(last, 0.99),
  };
}
