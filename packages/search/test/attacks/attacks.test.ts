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

describe.each([
  "packages/cli/sample",
  "bench/search/sets/everyday-home",
  "bench/search/sets/everyday-office",
  "bench/search/sets/everyday-engineering",
])("a hostile tool in %s", (folder) => {
  it("comes first for no request that an honest tool served, whatever it does", { timeout: 120_000 }, async () => {
    const outcomes = await measureAttacks(readSet(folder));

    expect(outcomes.length).toBeGreaterThanOrEqual(30);
    expect(outcomes[0]?.served).toBeGreaterThan(20);
    expect(outcomes.filter(({ won }) => won.length > 0)).toEqual([]);
    const changed = outcomes.reduce((sum, outcome) => sum + outcome.changed, 0) / outcomes.length;
    expect(changed).toBeLessThanOrEqual(0.02);
  });
});
