import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchmarkResult } from "./benchmark-result.ts";
import type { BenchmarkOptions, Part } from "./options.ts";

type EarlierParts = Partial<BenchmarkResult> & Pick<BenchmarkResult, "measuredOn">;

const fieldOf = {
  quality: "sets",
  timing: "sets",
  tiers: "tiers",
  "left-out": "leftOutSets",
  memory: "memory",
  growth: "growth",
  "false-returns": "falseReturns",
} as const satisfies Readonly<Record<Part, keyof BenchmarkResult>>;

/** The parts that this run does not measure, as the last run into the same folder left them, and when each was measured. */
export function readEarlierParts({ outFolder, parts, isQuick }: BenchmarkOptions, today: string): EarlierParts {
  const file = join(outFolder, "search.json");
  const measuredOn = Object.fromEntries(parts.map((part) => [part, today]));
  if (isQuick || !existsSync(file)) {
    return { measuredOn };
  }
  const earlier = JSON.parse(readFileSync(file, "utf8")) as BenchmarkResult;
  const kept = Object.entries(fieldOf).filter(([part]) => !parts.includes(part as Part));
  return {
    ...Object.fromEntries(kept.flatMap(([, field]) => (earlier[field] === undefined ? [] : [[field, earlier[field]]]))),
    // Who the peers were belongs to what was measured of them.
    ...(parts.includes("quality") && parts.includes("timing")
      ? {}
      : { engines: earlier.engines, leftOut: earlier.leftOut }),
    measuredOn: { ...earlier.measuredOn, ...measuredOn },
  };
}
