import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HalfFigures } from "./measure-tiers.ts";

type Rankers = Readonly<Record<"hybrid" | "semantic" | "bm25", Readonly<Record<string, HalfFigures>>>>;

/**
 * The same figures of the commit before the two tiers, with its defaults and the same queries. All hits were loaded
 * then, five at most, and there were no candidates.
 */
export interface Baseline {
  readonly commit: string;
  readonly sets: Readonly<Record<string, Rankers>>;
}

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(join(import.meta.dirname, "baseline.json"), "utf8")) as Baseline;
}
