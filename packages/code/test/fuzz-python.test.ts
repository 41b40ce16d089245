import { createPythonSandbox } from "@toolcrib/code";
import { expect, it } from "vitest";
import { fuzzPrograms } from "./support/fuzz-programs.ts";
import { randomPython } from "./support/random-python.ts";

const programs = Number(process.env["FUZZ_RUNS"] ?? 12);
const firstSeed = Number(process.env["FUZZ_SEED"] ?? 1);
const target = {
  createSandbox: () => createPythonSandbox({ maxThreads: 2 }),
  program: randomPython,
  limits: { cpuMilliseconds: 2000 },
  atOnce: 2,
};

// Each program takes an interpreter of its own, which is slow to start: there are fewer of them than in JavaScript, and they are longer.
it(
  `keeps ${programs} random programs in Python within their limits`,
  async () => {
    const report = await fuzzPrograms(target, firstSeed, programs);

    const ended = Object.values(report).reduce((sum, count) => sum + count, 0);
    expect(ended).toBe(programs);
    // The programs would prove nothing if most of them did not even start.
    expect((report["finished"] ?? 0) / programs).toBeGreaterThan(0.2);
  },
  300_000 + programs * 10_000,
);
