// `npm run test:mutation`: changes decisions one at a time and checks that a test notices. Survivors need a reason in survivors.json.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DecisionArea, decisionAreas } from "./decisions.ts";
import { type MutationResult, readReport } from "./mutant-report.ts";
import { prepareCopy } from "./prepare-copy.ts";
import { strykerOptions, vitestConfig } from "./stryker-options.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const copy = join(folder, "copy");
const minKilledShare = 0.9;

const names = process.argv.slice(2);
const areas = decisionAreas.filter(({ name }) => names.length === 0 || names.includes(name));
if (areas.length === 0) {
  const known = decisionAreas.map(({ name }) => name).join(", ");
  throw new Error(`Expected areas among ${known}; got ${names.join(", ")}.`);
}
if (!existsSync(join(folder, "node_modules"))) run("npm", ["ci", "--ignore-scripts"], folder);
prepareCopy(join(folder, ".."), copy);
const results = areas.map(mutateArea);
report(results);

function mutateArea(area: DecisionArea): MutationResult {
  const fileName = `report-${area.name}.json`;
  writeFileSync(join(copy, "vitest.config.ts"), vitestConfig(area));
  writeFileSync(
    join(copy, "stryker.config.json"),
    JSON.stringify(strykerOptions(area, fileName, availableParallelism())),
  );
  run(process.execPath, [join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run"], copy);
  return readReport(copy, fileName);
}

function report(measured: readonly MutationResult[]): void {
  const reasons = JSON.parse(readFileSync(join(folder, "survivors.json"), "utf8")) as Record<string, string>;
  const survivors = measured.flatMap((result) => result.survivors);
  const killed = measured.reduce((sum, result) => sum + result.killed, 0);
  const mutants = killed + survivors.length;
  for (const { id, place } of survivors) {
    console.log(
      `${place} survived\n  ${id}\n  ${reasons[id] ?? "NO REASON: kill it with a test, or give the reason in survivors.json"}`,
    );
  }
  const unexplained = survivors.filter(({ id }) => reasons[id] === undefined).length;
  const share = mutants === 0 ? 0 : killed / mutants;
  console.log(
    `${killed} of ${mutants} mutants killed (${(share * 100).toFixed(1)} %), ${unexplained} survivors without a reason`,
  );
  process.exitCode = share < minKilledShare || unexplained > 0 ? 1 : 0;
}

function run(command: string, commandArguments: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, commandArguments, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${commandArguments.join(" ")} ended with ${status}.`);
}
