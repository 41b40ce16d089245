import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeEnvironment } from "../environment.ts";
import { judgeBars } from "./bars.ts";
import type { BenchmarkResult } from "./benchmark-result.ts";
import { listDataSets } from "./common/datasets.ts";
import { readEarlierParts } from "./earlier-parts.ts";
import { loadEngines } from "./load-engines.ts";
import { mergeSets } from "./merge-sets.ts";
import { readOptions } from "./options.ts";
import { writeMarkdownReport } from "./report-markdown.ts";
import { writeSvgReport } from "./report-svg.ts";
import { runFalseReturns, runGrowth, runMemory, runSets } from "./run-parts.ts";
import { runLeftOut, runTiers } from "./run-tiers.ts";

const options = readOptions(process.argv.slice(2));
const log = (line: string): void => console.log(line);

const { engines, leftOut } = await loadEngines(options.peers);
for (const { name, reason } of leftOut) {
  log(`Left out: ${name}: ${reason}`);
}
const setNames = options.setNames ?? listDataSets(options.dataFolder);
const run = { options, setNames, engines, log };
const environment = describeEnvironment([
  "@toolcrib/search",
  "minisearch",
  "@orama/orama",
  "flexsearch",
  "ai",
  "@mastra/core",
]);
let result = judged({
  command: options.command,
  isQuick: options.isQuick,
  environment,
  engines: engines.map(({ name, settings }) => ({ name, settings })),
  leftOut,
  sets: [],
  falseReturns: [],
  memory: [],
  growth: [],
  tiers: [],
  leftOutSets: [],
  ...readEarlierParts(options, `${environment.date} (${environment.cpu})`),
});

// A run takes long: what is measured is written at once, so that a part that fails costs only itself.
if (options.parts.includes("quality") || options.parts.includes("timing")) {
  const { sets: earlier } = result;
  await runSets(run, (sets) => keep({ sets: mergeSets(earlier, sets) }));
}
if (options.parts.includes("tiers")) {
  await runTiers(run, (tiers) => keep({ tiers }));
}
if (options.parts.includes("left-out")) {
  keep({ leftOutSets: await runLeftOut(run) });
}
if (options.parts.includes("false-returns")) {
  keep({ falseReturns: await runFalseReturns(run) });
}
if (options.parts.includes("memory")) {
  keep({ memory: await runMemory(run) });
}
if (options.parts.includes("growth")) {
  keep({ growth: await runGrowth(run) });
}

log("\nBars");
for (const { title, measured: figure, isMet } of result.bars) {
  log(`${isMet === null ? "  –   " : isMet ? "  pass" : "  FAIL"}  ${title}: ${figure}`);
}

function keep(part: Partial<BenchmarkResult>): void {
  result = judged({ ...result, ...part });
  mkdirSync(options.outFolder, { recursive: true });
  const write = (fileName: string, content: string): void => writeFileSync(join(options.outFolder, fileName), content);
  write("search.json", `${JSON.stringify(result, roundNumbers, 2)}\n`);
  write("search.md", writeMarkdownReport(result));
  if (result.sets.length > 0) {
    write("search.svg", writeSvgReport(result));
  }
}

function judged(measured: Omit<BenchmarkResult, "bars">): BenchmarkResult {
  return { ...measured, bars: judgeBars(measured) };
}

function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(5)) : value;
}
