/** Milliseconds of many runs. */
export interface Timing {
  readonly p50: number;
  readonly p99: number;
  readonly runs: number;
}

/** Runs something many times, one after the other. `prepare` is not measured. */
export async function measure<Given>(
  runs: number,
  prepare: () => Promise<Given> | Given,
  run: (given: Given) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const given = await prepare();
    const began = performance.now();
    await run(given);
    times.push(performance.now() - began);
  }
  return timingOf(times);
}

export function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), runs: sorted.length };
}

export const round = (value: number): number => Math.round(value * 100) / 100;
