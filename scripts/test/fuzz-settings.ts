const { FUZZ_RUNS: runs, FUZZ_SEED: seed } = process.env;

// Most test files do without the library, so it is loaded only where somebody asks for more runs or for a run that failed.
if (runs !== undefined || seed !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({
    ...(runs !== undefined && { numRuns: Number(runs) }),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
}

export {};
