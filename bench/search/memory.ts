import { type ChildOutcome, runChild } from "./run-child.ts";

/** What an index holds in memory beside the tools themselves. */
export interface Memory {
  readonly bytesPerTool: number;
}

export interface MemoryInput {
  readonly engine: string;
  readonly dataFolder: string;
  readonly setName: string;
}

const limits = { heapMegabytes: 6144, seconds: 180 };

/** Measures in a process of its own, where nothing else allocates. */
export function measureMemory(input: MemoryInput): Promise<ChildOutcome<Memory>> {
  return runChild<Memory>("./memory-child.ts", input, limits);
}
