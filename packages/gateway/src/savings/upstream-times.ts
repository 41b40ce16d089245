import type { UpstreamSpeed } from "../contracts/savings-api.ts";
import type { UpstreamCallRecord } from "../contracts/trace.ts";

const maxTimes = 200;

/** How long the latest answered calls of each upstream took. */
export class UpstreamTimes {
  /** Oldest first. */
  readonly #times = new Map<string, number[]>();

  add(calls: readonly UpstreamCallRecord[]): void {
    for (const { upstream, status, milliseconds } of calls) {
      if (status >= 400) continue;
      const times = this.#times.get(upstream) ?? [];
      times.push(milliseconds);
      if (times.length > maxTimes) times.shift();
      this.#times.set(upstream, times);
    }
  }

  /** The slowest first. */
  report(): readonly UpstreamSpeed[] {
    return [...this.#times]
      .map(([name, times]) => {
        const sorted = times.toSorted((left, right) => left - right);
        const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
        return { name, calls: sorted.length, medianMilliseconds: at(0.5), p95Milliseconds: at(0.95) };
      })
      .toSorted((left, right) => right.medianMilliseconds - left.medianMilliseconds);
  }
}
