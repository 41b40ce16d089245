import type { Store } from "@toolcrib/store";
import { MemoryStore } from "@toolcrib/store";
import { LearnedHistories } from "./learned-histories.ts";
import { Learning } from "./learning.ts";
import type { NamedKey } from "./named-keys.ts";
import type { LearningServices } from "./tenant-history.ts";

export interface CreateLearningOptions extends Omit<LearningServices, "store"> {
  /** Default: the memory of this process. */
  readonly store: Store | undefined;
  /** The keys that exist. */
  readonly keys: () => readonly NamedKey[];
}

/** Histories in memory that are not in use may take this much: they are dropped, least recently used first. */
const memoryLimits = { bytes: 16 * 1_024 * 1_024, valueBytes: 8 * 1_024 * 1_024 };

/** Everything that a gateway needs to learn from calls. */
export function createLearning({ store, keys, ...services }: CreateLearningOptions): {
  readonly learning: Learning;
  readonly histories: LearnedHistories;
} {
  const learning = new Learning({ ...services, store: store ?? new MemoryStore(services.now, memoryLimits) });
  return { learning, histories: new LearnedHistories(learning, keys) };
}
