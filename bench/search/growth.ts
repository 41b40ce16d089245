import type { Latency } from "./latency.ts";
import { type ChildOutcome, runChild } from "./run-child.ts";

/** What a large catalogue costs. */
export interface Growth {
  readonly buildSeconds: number;
  /** Of the whole process, when it serves searches. */
  readonly residentBytes: number;
  /** Of the whole process at its highest, while indexing. */
  readonly peakBytes: number;
  /** By ranker. */
  readonly latencies: Readonly<Record<string, Latency>>;
}

export interface GrowthInput {
  readonly engine: string;
  readonly toolCount: number;
}

export const growthLimits = { heapMegabytes: 8192, seconds: 300 };

export function measureGrowth(input: GrowthInput): Promise<ChildOutcome<Growth>> {
  return runChild<Growth>("./growth-child.ts", input, growthLimits);
}
