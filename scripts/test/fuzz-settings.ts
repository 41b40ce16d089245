import { readFileSync } from "node:fs";
import { expect } from "vitest";

const { FUZZ_RUNS: runs, FUZZ_SEED: seed } = process.env;

/** Most test files do without the library, and loading it takes longer than most of them. */
function usesLibrary(): boolean {
  const { testPath } = expect.getState();
  return testPath === undefined || readFileSync(testPath, "utf8").includes('"fast-check"');
}

if ((runs !== undefined || seed !== undefined) && usesLibrary()) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({
    ...(runs !== undefined && { numRuns: Number(runs) }),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
}
