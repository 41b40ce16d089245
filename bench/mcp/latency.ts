import { type RunningSystem, type System, systems } from "./systems.ts";

/** What a call took in one system. */
export interface CallTimes {
  readonly group: System["group"];
  readonly name: string;
  readonly toolCount: number;
  readonly p50: number;
  readonly p99: number;
  /** The median less that of the direct way of the same group. */
  readonly added: number;
}

/** A system that could not be measured, and why. */
export interface Failure {
  readonly group: string;
  readonly name: string;
  readonly reason: string;
}

/** Times calls, the systems of a group taking turns, so that a busy moment of the machine meets all of them. */
export async function measureCalls(
  toolCount: number,
  rounds: number,
  callsPerRound: number,
  onFailure: (failure: Failure) => void,
): Promise<readonly CallTimes[]> {
  const times: CallTimes[] = [];
  for (const group of ["stdio", "HTTP", "in process"] as const) {
    const running: { readonly system: System; readonly started: RunningSystem; readonly samples: number[] }[] = [];
    for (const system of systems.filter((one) => one.group === group)) {
      try {
        const started = await system.start(toolCount);
        for (let call = 0; call < 100; call++) await started.call("warm");
        running.push({ system, started, samples: [] });
      } catch (error) {
        onFailure({ group, name: system.name, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    for (let round = 0; round < rounds; round++) {
      for (const { started, samples } of running) {
        for (let call = 0; call < callsPerRound; call++) {
          const begin = performance.now();
          await started.call("hello");
          samples.push(performance.now() - begin);
        }
      }
    }
    const direct = percentile(running[0]?.samples ?? [], 0.5);
    for (const { system, started, samples } of running) {
      const p50 = percentile(samples, 0.5);
      times.push({ group, name: system.name, toolCount, p50, p99: percentile(samples, 0.99), added: p50 - direct });
      await started.close();
    }
  }
  return times;
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
