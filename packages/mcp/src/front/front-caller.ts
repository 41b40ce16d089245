import type { PolicyRule } from "@toolcrib/core/policy";

/** The user of the front, if the embedding program knows it. */
export interface FrontCaller {
  /** Distinguishes callers: a session serves only the caller that opened it. */
  readonly id: string;
  /** The caller's rules, called for every request; returns the same list as long as they do not change. */
  policy(): readonly PolicyRule[];
}
