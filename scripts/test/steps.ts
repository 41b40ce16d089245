import { listPublishedPackages } from "../workspace.ts";
import { vitestReportFile } from "./vitest-report.ts";

/** One command of `npm test`. */
export interface Step {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly string[];
  /** Counts as its tests, not as one. */
  readonly isVitest?: boolean;
  /** Variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The command as it is published, in few files: its processes start in half the time, and tests start hundreds. */
const testedBundle = "dist/bundle";

/**
 * Everything that must hold, in the order in which a failure is cheapest to understand. The steps of a group do not depend on
 * each other and may run side by side.
 */
export function listStepGroups(): Step[][] {
  return [
    [{ title: "build", command: "npm", arguments: ["run", "--silent", "build"] }],
    [{ title: "bundle", command: "node", arguments: ["packages/cli/scripts/bundle.mjs", testedBundle] }],
    listStaticChecks(),
    // It uses both cores itself.
    [{ title: "files and functions of one request", command: "tsx", arguments: ["scripts/walk/main.ts"] }],
    [
      {
        title: "tests",
        command: "vitest",
        arguments: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReportFile}`],
        isVitest: true,
        environment: {
          TOOLCRIB_TESTED_ENTRY: `${testedBundle}/main.js`,
          // The same cases in every run: a new one that fails would hold up whatever is released at that moment.
          FUZZ_SEED: process.env["FUZZ_SEED"] ?? "1",
        },
      },
    ],
    listPackageChecks(),
  ];
}

function listStaticChecks(): Step[] {
  return [
    { title: "format and lint", command: "biome", arguments: ["ci", "--colors=off", "--error-on-warnings"] },
    { title: "lint with types", command: "npm", arguments: ["run", "--silent", "lint:types"] },
    { title: "no cycles between folders", command: "npm", arguments: ["run", "--silent", "lint:folders"] },
    { title: "types of tests and scripts", command: "npm", arguments: ["run", "--silent", "typecheck"] },
    {
      title: "unused code and dependencies",
      command: "knip",
      arguments: ["--no-progress", "--treat-config-hints-as-errors"],
    },
  ];
}

/** First what each package contains, then its types: no two steps that run side by side pack the same folder. */
function listPackageChecks(): Step[] {
  const packages = listPublishedPackages();
  // A package without exports is a command: it has no types to resolve.
  const withTypes = packages.filter(({ manifest }) => manifest.exports !== undefined);
  return [
    ...packages.map(({ folder, manifest }) => ({
      title: `package contents: ${manifest.name}`,
      command: "publint",
      arguments: ["run", folder, "--strict"],
    })),
    ...withTypes.map(({ folder, manifest }) => ({
      title: `package types: ${manifest.name}`,
      command: "attw",
      arguments: ["--pack", folder, "--profile", "esm-only", "--no-emoji", "--format", "ascii"],
    })),
  ];
}
