import type { Reason } from "./ranker.ts";

/** Puts the strongest reason first, in place; equal ones keep their order. There are few, and a search has many such lists. */
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
