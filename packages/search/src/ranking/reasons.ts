import type { Reason } from "./ranker.ts";

/** The strongest reason first; what adds nothing is left out. */
export function strongestFirst(reasons: readonly Reason[]): Reason[] {
  return reasons
    .filter(({ contribution }) => contribution !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
}
