import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchmarkResult } from "./benchmark-result.ts";
import type { BenchmarkOptions, Part } from "./options.ts";

const fieldOf = {
  sets: "sets",
  tiers: "tiers",
  "left-out": "leftOutSets",
  memory: "memory",
  growth: "growth",
  "false-returns": "falseReturns",
} as const satisfies Readonly<Record<Part, keyof BenchmarkResult>>;

/** The parts that this run does not measure, as the last run into the same folder left them. */
export function readEarlierParts({ outFolder, parts, isQuick }: BenchmarkOptions): Partial<BenchmarkResult> {
  const file = join(outFolder, "search.json");
  if (isQuick || !existsSync(file)) {
    return {};
  }
  const earlier = JSON.parse(readFileSync(file, "utf8")) as BenchmarkResult;
  const kept = Object.entries(fieldOf).filter(([part]) => !parts.includes(part as Part));
  return Object.fromEntries(
    kept.flatMap(([, field]) => (earlier[field] === undefined ? [] : [[field, earlier[field]]])),
  );
}
