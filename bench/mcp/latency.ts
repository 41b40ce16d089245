import { type RunningSystem, type System, systems } from "./systems.ts";

/** What a call took in one system. */
export interface CallTimes {
  readonly group: System["group"];
  readonly name: string;
  readonly toolCount: number;
  /** The median of the rounds' medians. */
  readonly p50: number;
  readonly p99: number;
  /** The median, over the rounds, of what a round's median is above that of the direct way in the same round. */
  readonly added: number;
}

/** A system that could not be measured, and why. */
export interface Failure {
  readonly group: string;
  readonly name: string;
  readonly reason: string;
}

interface Measured {
  readonly system: System;
  readonly started: RunningSystem;
  readonly rounds: number[][];
}

/**
 * Times calls, the systems of a group taking turns, each round beginning with another one. A system is compared with the direct way round by
 * round, so that a slow minute of the machine meets both.
 */
export async function measureCalls(
  toolCount: number,
  rounds: number,
  callsPerRound: number,
  onFailure: (failure: Failure) => void,
): Promise<readonly CallTimes[]> {
  const times: CallTimes[] = [];
  for (const group of ["stdio", "HTTP", "in process"] as const) {
    const running: Measured[] = [];
    for (const system of systems.filter((one) => one.group === group)) {
      try {
        const started = await system.start(toolCount);
        running.push({ system, started, rounds: [] });
        await timeCalls(started, 300);
      } catch (error) {
        onFailure({ group, name: system.name, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < running.length; turn++) {
        const measured = running[(round + turn) % running.length] as Measured;
        measured.rounds.push(await timeCalls(measured.started, callsPerRound));
      }
    }
    const direct = running[0]?.rounds.map(median) ?? [];
    for (const { system, started, rounds: ofRounds } of running) {
      const medians = ofRounds.map(median);
      const added = median(medians.map((one, round) => one - (direct[round] ?? Number.NaN)));
      times.push({
        group,
        name: system.name,
        toolCount,
        p50: median(medians),
        p99: percentile(ofRounds.flat(), 0.99),
        added,
      });
      await started.close();
    }
  }
  return times;
}

async function timeCalls(started: RunningSystem, calls: number): Promise<number[]> {
  const samples: number[] = [];
  for (let call = 0; call < calls; call++) {
    const begin = performance.now();
    await started.call("hello");
    samples.push(performance.now() - begin);
  }
  return samples;
}

function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
