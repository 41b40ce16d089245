import type { EngineMemory, Refusals, Settings, Tool } from "@toolcrib/core";
import type { CapabilityEntry } from "../capabilities/capability-table.ts";
import type { CreateIdSuffix } from "./call-ids.ts";

/** What lives longer than a request. None of it changes an answer; it makes answers faster. */
export interface Inside {
  readonly capabilities: readonly CapabilityEntry[];
  readonly refusals: Refusals;
  readonly memories: EngineMemories;
  readonly createIdSuffix: CreateIdSuffix;
  readonly now: () => number;
}

/** Memories of the engine, by catalogue and settings. */
export interface EngineMemories {
  of(tools: readonly Tool[], settings: Settings): EngineMemory;
}
