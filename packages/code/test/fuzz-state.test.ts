import { createPythonSandbox, createQuickJsSandbox, type ProgramStep, type Sandbox } from "@toolcrib/code";
import { expect, it } from "vitest";
import { randomNumbers } from "./support/random-numbers.ts";
import { randomProgram } from "./support/random-program.ts";
import { randomPython } from "./support/random-python.ts";

const firstSeed = Number(process.env["FUZZ_SEED"] ?? 1);
const runs = Number(process.env["FUZZ_RUNS"] ?? 200);
const limits = { calls: 5, outputLength: 500, valueLength: 2000, argumentsLength: 500, waitingLength: 2000 };

/** Runs a program to its end; its calls get one of two results. */
async function runToEnd(
  sandbox: Sandbox,
  program: Parameters<Sandbox["start"]>[0],
  seed: number,
): Promise<ProgramStep> {
  const random = randomNumbers(seed);
  let step = await sandbox.start({ tools: ["add", "read"], search: true, seed: 1, keepState: true, ...program });
  while (step.status === "waiting") {
    const results = step.calls.map(({ id }) => (random(3) === 0 ? { id, error: "refused" } : { id, value: { id } }));
    step = await sandbox.resume(step.snapshot, results);
  }
  return step;
}

const stateOf = (step: ProgramStep) =>
  step.status === "waiting" || step.state === undefined ? {} : { state: step.state };

it(
  `gives a program what it needs after each of ${runs} random ones in JavaScript`,
  async () => {
    const sandbox = createQuickJsSandbox({ maxThreads: 2 });
    const probe = `console.log("printed"); return (await tools.add({ a: 1 })) + typeof search + typeof tools.read;`;
    // Objects would not do: what a program adds to their prototypes, such as "then", stays.
    let carried = 0;
    try {
      for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
        const memoryBytes = 8 * 2 ** 20;
        const short = { ...limits, cpuMilliseconds: 100, memoryBytes };
        const first = await runToEnd(sandbox, { code: randomProgram(seed), limits: short }, seed);
        const state = stateOf(first);
        if ("state" in state) carried++;
        // With time enough, however busy the machine is.
        const options = { limits: { ...limits, cpuMilliseconds: 20_000, memoryBytes } };
        const step = await sandbox.start({ code: probe, tools: ["add", "read"], search: true, ...state, ...options });
        const problem = `program ${seed}: ${JSON.stringify(step).slice(0, 500)}\n${randomProgram(seed)}`;
        if (step.status !== "waiting") throw new Error(`Expected the next one to call add, got ${problem}`);
        const end = await sandbox.resume(step.snapshot, [{ id: 1, value: 7 }]);
        expect(end, problem).toMatchObject({ status: "finished", value: "7functionfunction" });
        expect(end.output, problem).toMatchObject({ stdout: expect.stringContaining("printed\n") });
      }
    } finally {
      await sandbox.close();
    }
    expect(carried / runs).toBeGreaterThan(0.5);
  },
  300_000 + runs * 200,
);

it("repeats random programs in Python to the same state", async () => {
  const count = Math.ceil(runs / 200);
  const [live, replaying] = [createPythonSandbox(), createPythonSandbox({ maxLive: 0 })];
  const shows = `import sys\nshown = {name: repr(value)[:200] for name, value in sorted(globals().items()) if not name.startswith("__")}\nreturn [len(shown), hash(str(shown)), id(shown), id(object())]`;
  try {
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const ends = [];
      for (const sandbox of [live, replaying]) {
        let state = {};
        let step: ProgramStep | undefined;
        for (const code of [randomPython(seed), shows]) {
          step = await runToEnd(sandbox, { code, ...state, limits: { ...limits, cpuMilliseconds: 2000 } }, seed);
          state = stateOf(step);
        }
        ends.push(step);
      }
      const [first, second] = ends.map((step) => step?.status === "finished" && step.value);
      expect(first, `program ${seed}`).toEqual(second);
    }
  } finally {
    await Promise.all([live.close(), replaying.close()]);
  }
}, 600_000);
