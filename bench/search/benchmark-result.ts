import type { Environment } from "../environment.ts";
import type { Adding } from "./adding.ts";
import type { Bar } from "./common/bar.ts";
import type { MeanQuality } from "./common/metrics.ts";
import type { FalseReturns } from "./false-returns.ts";
import type { Growth } from "./growth.ts";
import type { Latency } from "./latency.ts";
import type { Memory } from "./memory.ts";
import type { ChildOutcome } from "./run-child.ts";
import type { LeftOutResult } from "./tiers/left-out.ts";
import type { TierResult } from "./tiers/measure-tiers.ts";

/** Everything that one run found out; `search.json` is this. */
export interface BenchmarkResult {
  readonly command: string;
  readonly isQuick: boolean;
  readonly environment: Environment;
  /** The day on which each part was measured, and the processor. */
  readonly measuredOn: Readonly<Record<string, string>>;
  readonly engines: readonly { readonly name: string; readonly settings: string }[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  readonly sets: readonly SetResult[];
  readonly memory: readonly MemoryResult[];
  readonly growth: readonly GrowthResult[];
  readonly falseReturns: readonly FalseReturnsResult[];
  readonly tiers: readonly TierResult[];
  readonly leftOutSets: readonly LeftOutResult[];
  readonly bars: readonly Bar[];
}

export interface SetResult {
  readonly name: string;
  readonly tools: number;
  readonly systems: readonly SystemResult[];
  /** Empty where time was not measured. */
  readonly engines: readonly EngineResult[];
}

/** A ranker on a set. */
export interface SystemResult {
  readonly name: string;
  readonly isOwn: boolean;
  /** Null for a part of a catalogue, whose needed tools may not be in it, and where it was not measured. */
  readonly quality: MeanQuality | null;
  /** Null where it was not measured. */
  readonly latency: Latency | null;
}

/** An engine on a set, whatever the ranker. */
export interface EngineResult {
  readonly name: string;
  readonly buildMs: number;
  readonly adding: Adding | null;
  readonly snapshot: { readonly bytes: number; readonly loadMs: number } | null;
}

export interface MemoryResult {
  readonly engine: string;
  readonly setName: string;
  readonly outcome: ChildOutcome<Memory>;
}

export interface GrowthResult {
  readonly engine: string;
  readonly toolCount: number;
  readonly outcome: ChildOutcome<Growth>;
}

export interface FalseReturnsResult {
  readonly title: string;
  readonly systems: readonly (FalseReturns & { readonly name: string })[];
}
