import { createBodies, type RequestShape } from "./request-body.ts";
import { percentile } from "./statistics.ts";
import type { System } from "./system.ts";
import { type CallTimes, createAgent, timedCall, type UpstreamPath } from "./timed-call.ts";

export interface LatencyOfSystem {
  readonly system: string;
  readonly firstByteP50: number;
  readonly lastByteP50: number;
  readonly lastByteP99: number;
  /** Against the direct way; undefined for that. */
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

/** The systems take turns, so that whatever else the machine does hits all of them. */
export async function measureLatency(
  plan: LatencyPlan,
  direct: System,
  others: readonly System[],
  residentMegabytes: (processId: number) => number | undefined,
): Promise<LatencyResult> {
  const nextBody = createBodies(plan.shape);
  const smallBody = createBodies({ ...plan.shape, kind: "plain", tools: 2 });
  const agent = createAgent();
  const times = new Map<System, CallTimes[]>([direct, ...others].map((system) => [system, []]));
  const failures = new Map<System, string>();
  const callOnce = async (system: System): Promise<CallTimes> => {
    if (system !== direct || plan.directCalls === 1) return timedCall(agent, system, plan.path, nextBody());
    const parts: CallTimes[] = [];
    for (let call = 0; call < plan.directCalls; call += 1) {
      parts.push(await timedCall(agent, direct, "", call === 0 ? nextBody() : smallBody()));
    }
    const before = parts.slice(0, -1).reduce((sum, { lastByteMilliseconds }) => sum + lastByteMilliseconds, 0);
    const last = parts.at(-1) ?? { firstByteMilliseconds: 0, lastByteMilliseconds: 0 };
    return {
      firstByteMilliseconds: before + last.firstByteMilliseconds,
      lastByteMilliseconds: before + last.lastByteMilliseconds,
    };
  };
  for (let round = -plan.warmUp; round < plan.rounds; round += 1) {
    for (const system of rotated([...times.keys()], round)) {
      if (failures.has(system)) continue;
      try {
        const measured = await callOnce(system);
        if (round >= 0) times.get(system)?.push(measured);
      } catch (error) {
        failures.set(system, error instanceof Error ? error.message : String(error));
      }
    }
  }
  agent.destroy();
  const base = figuresOf(times.get(direct) ?? []);
  return {
    ...plan.shape,
    bodyKilobytes: Math.round(nextBody().length / 1024),
    rounds: plan.rounds,
    systems: [...times].map(([system, measured]) => {
      const figures = figuresOf(measured);
      const failure = failures.get(system);
      return {
        system: system.name,
        ...figures,
        ...(system === direct
          ? {}
          : {
              addedFirstByteP50: figures.firstByteP50 - base.firstByteP50,
              addedLastByteP50: figures.lastByteP50 - base.lastByteP50,
            }),
        residentMegabytes: residentMegabytes(system.processId),
        ...(failure === undefined ? {} : { failure }),
      };
    }),
  };
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

function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const start = ((by % items.length) + items.length) % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
