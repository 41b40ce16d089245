import type { Reason } from "./ranker.ts";

/** Sorts by strength, in place; the sort is stable. The lists are short, and a search has many of them. */
export function strongestFirst(reasons: Reason[]): Reason[] {
  for (let index = 1; index < reasons.length; index++) {
    const moved = reasons[index] as Reason;
    const strength = Math.abs(moved.contribution);
    let place = index;
    for (; place > 0 && Math.abs((reasons[place - 1] as Reason).contribution) < strength; place--) {
      reasons[place] = reasons[place - 1] as Reason;
    }
    reasons[place] = moved;
  }
  return reasons;
}
