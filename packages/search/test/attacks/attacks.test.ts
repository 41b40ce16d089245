import { readFileSync } from "node:fs";
import type { SearchableTool } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { type AttackedSet, measureAttacks } from "./measure-attacks.ts";

interface QueryLine {
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_any?: readonly (readonly string[])[];
}

/** A folder of the repository with `tools.jsonl` and `queries.jsonl`. */
function readSet(folder: string): AttackedSet {
  const lines = (file: string): unknown[] => {
    const text = readFileSync(new URL(`../../../../${folder}/${file}.jsonl`, import.meta.url), "utf8");
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  };
  const queries = (lines("queries") as QueryLine[])
    .map(({ query, gold, gold_any }) => ({ query, accepted: gold_any?.flat() ?? gold }))
    .filter(({ accepted }) => accepted.length > 0);
  return { tools: lines("tools") as SearchableTool[], queries };
}

const timeout = 240_000;

async function expectNothingWon(folder: string): Promise<void> {
  const outcomes = await measureAttacks(readSet(folder));

  expect(outcomes.length).toBeGreaterThanOrEqual(90);
  expect(outcomes[0]?.served).toBeGreaterThan(20);
  expect(outcomes.filter(({ won }) => won.length > 0)).toEqual([]);
  const changed = outcomes.reduce((sum, outcome) => sum + outcome.changed, 0) / outcomes.length;
  expect(changed).toBeLessThanOrEqual(0.02);
}

describe("a hostile tool comes first for no request that an honest tool served, whatever it does,", () => {
  it.each([
    "packages/cli/sample",
    "bench/search/sets/everyday-home",
    "bench/search/sets/everyday-office",
    "bench/search/sets/everyday-business",
    "bench/search/sets/everyday-engineering",
    "bench/search/sets/everyday-errands",
    "bench/search/sets/everyday-mixed",
    "bench/search/sets/everyday-platform",
  ])("in %s", { timeout }, expectNothingWon);
});
