import { createQuickJsSandbox } from "@toolcrib/code";
import { expect, it } from "vitest";
import { fuzzPrograms } from "./support/fuzz-programs.ts";
import { randomProgram } from "./support/random-program.ts";

const programs = Number(process.env["FUZZ_RUNS"] ?? 5000);
const firstSeed = Number(process.env["FUZZ_SEED"] ?? 1);
const target = {
  createSandbox: () => createQuickJsSandbox({ maxThreads: 2 }),
  program: randomProgram,
  limits: { cpuMilliseconds: 30, memoryBytes: 8 * 2 ** 20 },
  atOnce: 3,
};

it(
  `keeps ${programs} random programs within their limits`,
  async () => {
    const report = await fuzzPrograms(target, firstSeed, programs);

    const ended = Object.values(report).reduce((sum, count) => sum + count, 0);
    expect(ended).toBe(programs);
    // The programs would prove nothing if most of them did not even start.
    expect((report["finished"] ?? 0) / programs).toBeGreaterThan(0.2);
    expect(report["exception"]).toBeGreaterThan(0);
    // Whatever a program does to its built-ins, its state can still be read.
    expect(report).not.toHaveProperty("crash");
  },
  300_000 + programs * 100,
);
