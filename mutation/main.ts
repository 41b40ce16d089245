// `npm run test:mutation`: changes decisions one at a time and checks that a test notices. Survivors need a reason in survivors.json.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type DecisionArea, decisionAreas } from "./decisions.ts";
import { findProblems } from "./find-problems.ts";
import { type AreaResult, readReport } from "./mutant-report.ts";
import { prepareCopy } from "./prepare-copy.ts";
import { reportFile, strykerOptions, vitestConfig } from "./stryker-options.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

const { positionals: names, values } = parseArgs({ allowPositionals: true, options: { workers: { type: "string" } } });
const workers = values.workers === undefined ? availableParallelism() : Number(values.workers);
const known = decisionAreas.map(({ name }) => name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`Expected areas among ${known.join(", ")}; got ${unknown.join(", ")}.`);
if (!Number.isInteger(workers) || workers < 1) throw new Error(`Expected a number of workers; got ${values.workers}.`);
const areas = decisionAreas.filter(({ name }) => names.length === 0 || names.includes(name));
const missing = areas.flatMap(({ mutate }) => mutate).filter((file) => !existsSync(join(folder, "..", file)));
if (missing.length > 0) throw new Error(`decisions.ts names files that do not exist: ${missing.join(", ")}.`);

if (!existsSync(join(folder, "node_modules"))) run("npm", ["ci", "--ignore-scripts"], folder);
report(areas.map(mutateArea));

function mutateArea(area: DecisionArea): AreaResult {
  const copy = join(folder, "copy", area.name);
  prepareCopy(join(folder, ".."), copy);
  writeFileSync(join(copy, "vitest.config.ts"), vitestConfig(area));
  writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(strykerOptions(area, workers)));
  const stryker = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const { status } = spawnSync(process.execPath, [stryker, "run"], { cwd: copy, stdio: "inherit" });
  if (!existsSync(join(copy, reportFile))) {
    throw new Error(
      `Stryker stopped with ${status} before it mutated anything in ${area.name}; its reason is above. ` +
        `Make sure that these tests pass without a mutation: npx vitest run ${area.tests.join(" ")}`,
    );
  }
  if (status !== 0) throw new Error(`Stryker stopped with ${status} while it mutated ${area.name}.`);
  return readReport(join(copy, reportFile), area.name);
}

function report(results: readonly AreaResult[]): void {
  const reasons = JSON.parse(readFileSync(join(folder, "survivors.json"), "utf8")) as Record<string, string>;
  for (const { id } of results.flatMap(({ survivors }) => survivors)) {
    const reason = reasons[id];
    if (reason !== undefined) console.log(`Survived: ${id}\n  ${reason}`);
  }
  for (const { area, killed, timedOut, survivors } of results) {
    console.log(`${area}: ${share(killed, survivors.length)}, ${timedOut} of them by the time limit`);
  }
  const killed = results.reduce((sum, result) => sum + result.killed, 0);
  const survived = results.reduce((sum, { survivors }) => sum + survivors.length, 0);
  console.log(`total: ${share(killed, survived)}`);
  const problems = findProblems(results, reasons, areas.length === decisionAreas.length);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function share(killed: number, survived: number): string {
  const mutants = killed + survived;
  return `${killed} of ${mutants} mutants killed (${((killed / mutants) * 100).toFixed(1)} %)`;
}

function run(command: string, commandArguments: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, commandArguments, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${commandArguments.join(" ")} ended with ${status}.`);
}
