import type { RankerChoice } from "@toolcrib/search";

/** The name by which a ranker is shown. */
export function rankerNameOf(ranker: RankerChoice): string {
  return typeof ranker === "string" ? ranker : ranker.name;
}
