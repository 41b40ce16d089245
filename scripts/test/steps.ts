import { listPublishedPackages } from "../workspace.ts";
import { vitestReportFile } from "./vitest-report.ts";

/** One command of `npm test`. */
export interface Step {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly string[];
  /** Counts as its tests, not as one. */
  readonly isVitest?: boolean;
}

/** Everything that must hold, in the order in which a failure is cheapest to understand. */
export function listSteps(): Step[] {
  return [
    { title: "build", command: "npm", arguments: ["run", "--silent", "build"] },
    { title: "format and lint", command: "biome", arguments: ["ci", "--colors=off", "--error-on-warnings"] },
    { title: "lint with types", command: "npm", arguments: ["run", "--silent", "lint:types"] },
    { title: "no cycles between folders", command: "npm", arguments: ["run", "--silent", "lint:folders"] },
    { title: "types of tests and scripts", command: "npm", arguments: ["run", "--silent", "typecheck"] },
    {
      title: "unused code and dependencies",
      command: "knip",
      arguments: ["--no-progress", "--treat-config-hints-as-errors"],
    },
    {
      title: "tests",
      command: "vitest",
      arguments: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReportFile}`],
      isVitest: true,
    },
    ...listPublishedPackages().flatMap(listPackageSteps),
  ];
}

function listPackageSteps({ folder, manifest }: ReturnType<typeof listPublishedPackages>[number]): Step[] {
  const publint: Step = {
    title: `package contents: ${manifest.name}`,
    command: "publint",
    arguments: ["run", folder, "--strict"],
  };
  // A package without exports is a command: it has no types to resolve.
  if (manifest.exports === undefined) {
    return [publint];
  }
  const types: Step = {
    title: `package types: ${manifest.name}`,
    command: "attw",
    arguments: ["--pack", folder, "--profile", "esm-only", "--no-emoji", "--format", "ascii"],
  };
  return [publint, types];
}
