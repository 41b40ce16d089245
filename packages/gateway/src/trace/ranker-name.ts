import type { RankerChoice } from "@toolcrib/search";

/** The display name of a ranker. */
export function rankerNameOf(ranker: RankerChoice): string {
  return typeof ranker === "string" ? ranker : ranker.name;
}
