import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeBars } from "./bars.ts";
import type { BenchmarkResult } from "./benchmark-result.ts";
import { listDataSets } from "./datasets.ts";
import { describeEnvironment } from "./environment.ts";
import { loadEngines } from "./load-engines.ts";
import { readOptions } from "./options.ts";
import { writeMarkdownReport } from "./report-markdown.ts";
import { writeSvgReport } from "./report-svg.ts";
import { runFalseReturns, runGrowth, runMemory, runSets } from "./run-parts.ts";

const options = readOptions(process.argv.slice(2));
const log = (line: string): void => console.log(line);

const { engines, leftOut } = await loadEngines(options.peers);
for (const { name, reason } of leftOut) {
  log(`Left out: ${name}: ${reason}`);
}
const setNames = options.setNames ?? listDataSets(options.dataFolder);
const run = { options, setNames, engines, log };
const measured: Omit<BenchmarkResult, "bars"> = {
  command: options.command,
  isQuick: options.isQuick,
  environment: describeEnvironment(),
  engines: engines.map(({ name, settings }) => ({ name, settings })),
  leftOut,
  sets: options.parts.includes("sets") ? await runSets(run) : [],
  falseReturns: options.parts.includes("false-returns") ? await runFalseReturns(run) : [],
  memory: options.parts.includes("memory") ? await runMemory(run) : [],
  growth: options.parts.includes("growth") ? await runGrowth(run) : [],
};
const result: BenchmarkResult = { ...measured, bars: judgeBars(measured) };

mkdirSync(options.outFolder, { recursive: true });
const write = (fileName: string, content: string): void => writeFileSync(join(options.outFolder, fileName), content);
write("search.json", `${JSON.stringify(result, roundNumbers, 2)}\n`);
write("search.md", writeMarkdownReport(result));
if (result.sets.length > 0) {
  write("search.svg", writeSvgReport(result));
}

log("\nBars");
for (const { title, measured: figure, isMet } of result.bars) {
  log(`${isMet === null ? "  –   " : isMet ? "  pass" : "  FAIL"}  ${title}: ${figure}`);
}

function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(5)) : value;
}
