import type { DecisionArea } from "./decisions.ts";

/** Objects and texts that only name a thing are left alone: a changed word in a message is no changed decision. */
const excludedMutations = ["StringLiteral", "ObjectLiteral", "ArrayDeclaration", "Regex"];

/** Where Stryker writes what became of each mutant. */
export const reportFile = "mutants.json";

/** The options of one Stryker run, in a copy of the project that may be overwritten. */
export function strykerOptions({ mutate }: DecisionArea, concurrency: number): object {
  return {
    allowConsoleColors: false,
    concurrency,
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    inPlace: true,
    jsonReporter: { fileName: reportFile },
    mutate,
    mutator: { excludedMutations },
    plugins: ["@stryker-mutator/vitest-runner"],
    reporters: ["json", "progress"],
    testRunner: "vitest",
    timeoutMS: 30_000,
    vitest: { configFile: "vitest.config.ts", related: false },
  };
}

/** A Vitest config that runs the tests of an area from their sources. */
export function vitestConfig({ tests }: DecisionArea): string {
  return `import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const conditions = ["@toolcrib/source", ...defaultServerConditions.filter((condition) => condition !== "module")];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { testTimeout: 30_000, hookTimeout: 60_000, include: ${JSON.stringify(tests)} },
});
`;
}
