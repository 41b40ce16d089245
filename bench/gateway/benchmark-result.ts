import type { Environment } from "../environment.ts";
import type { StreamsResult } from "./concurrent-streams.ts";
import type { LatencyResult } from "./latency.ts";
import type { ThroughputResult } from "./throughput.ts";

/** A figure that the gateway is held to. */
export interface Bar {
  readonly title: string;
  readonly measured: string;
  /** Null where this run did not measure it. */
  readonly isMet: boolean | null;
}

export interface BenchmarkResult {
  readonly environment: Environment;
  readonly latency: readonly LatencyResult[];
  readonly throughput: readonly ThroughputResult[];
  readonly streams: readonly StreamsResult[];
  readonly bars: readonly Bar[];
}
