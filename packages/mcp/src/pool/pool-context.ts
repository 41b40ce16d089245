import type { BackgroundWrites } from "../files/background-writes.ts";
import type { ListCache } from "../list-cache/list-cache.ts";
import type { ChildGuard } from "./child-guard.ts";
import type { ResolvedPoolOptions } from "./pool-options.ts";
import type { PoolEvent } from "./server-status.ts";
import type { Slots } from "./slots.ts";

/** What the servers of a pool share. */
export interface PoolContext {
  readonly options: ResolvedPoolOptions;
  readonly cache: ListCache | undefined;
  /** The writer for files. */
  readonly writes: BackgroundWrites;
  readonly slots: Slots;
  readonly guard: ChildGuard;
  readonly emit: (event: PoolEvent) => void;
}
