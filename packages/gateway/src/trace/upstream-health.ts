import type { TraceRecord, TraceSink } from "../contracts/trace.ts";

/** The recent results of an upstream's calls. */
export interface UpstreamHealth {
  readonly calls: number;
  readonly failures: number;
  readonly lastStatus: number;
  readonly lastCallAt: string;
}

/** Counts the calls of each upstream. */
export class UpstreamHealthSink implements TraceSink {
  readonly specificationVersion = "v1";
  readonly #health = new Map<string, UpstreamHealth>();

  record(trace: TraceRecord): void {
    for (const { upstream, status } of trace.upstreamCalls) {
      const before = this.#health.get(upstream);
      this.#health.set(upstream, {
        calls: (before?.calls ?? 0) + 1,
        failures: (before?.failures ?? 0) + (status >= 500 || status === 0 ? 1 : 0),
        lastStatus: status,
        lastCallAt: trace.startedAt,
      });
    }
  }

  get(upstream: string): UpstreamHealth | undefined {
    return this.#health.get(upstream);
  }
}
