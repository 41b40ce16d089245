import type { PolicyRule } from "@toolcrib/core/policy";

/** Who uses the front, where whoever serves it knows. */
export interface FrontCaller {
  /** Tells callers apart: a session serves the caller that opened it and no other. */
  readonly id: string;
  /** The caller's rules, asked for at every request; the same list while they are the same. */
  policy(): readonly PolicyRule[];
}
