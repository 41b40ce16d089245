import type { PolicyRule } from "@toolcrib/core/policy";

/** Who uses the front, if the embedding program knows. */
export interface FrontCaller {
  /** Tells callers apart: a session serves the caller that opened it and no other. */
  readonly id: string;
  /** The caller's rules, called for every request; returns the same list while they do not change. */
  policy(): readonly PolicyRule[];
}
