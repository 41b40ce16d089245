import { availableParallelism } from "node:os";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./scripts/test/slow-first.ts";

// Tests read the packages' sources, so they never see a stale build.
// Not `module`: it is for bundlers, and Node, which gets these conditions too, cannot load what some packages have under it.
const conditions = ["@toolcrib/source", ...defaultServerConditions.filter((condition) => condition !== "module")];

const together = [
  "packages/{core,gateway,search,shared}/src/**/*.test.ts",
  "packages/{gateway,search}/test/**/*.test.ts",
];
const mocking = "**/*.mocked.test.ts";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Building an index takes a second on a busy machine, and several tests build one.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // vitest's one second is too short where a condition waits for a program that starts on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Tests that start programs wait for them a quarter of the time, so one worker more than cores keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    // FUZZ_RUNS and FUZZ_SEED make the property tests run longer, or again as they failed.
    setupFiles: ["scripts/test/fuzz-settings.ts"],
    sequence: { sequencer: SlowFirst },
    globalSetup: ["scripts/test/temporary-folder.ts"],
    projects: [
      // Their tests share processes: most of the time of a run would go into loading the same modules again for each file.
      {
        extends: true,
        test: { name: "together", include: together, exclude: ["**/node_modules/**", mocking], isolate: false },
      },
      // Tests that start programs, or that mock modules, globals or timers, have a process of their own.
      {
        extends: true,
        test: {
          name: "apart",
          include: ["{bench,packages,examples,scripts}/**/*.test.ts"],
          exclude: [
            "**/node_modules/**",
            "packages/{core,gateway,search,shared}/src/**/!(*.mocked).test.ts",
            "packages/{gateway,search}/test/**/!(*.mocked).test.ts",
          ],
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["packages/**/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*.generated.ts", "**/dist/**"],
      reporter: ["text-summary", "json-summary", "html"],
    },
  },
});
