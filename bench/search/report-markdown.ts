import type { BenchmarkResult } from "./benchmark-result.ts";
import { formatTextTable } from "./common/format.ts";
import { writeCostSections } from "./report-costs.ts";
import { writeQualitySections } from "./report-quality.ts";
import { writeTierSections } from "./tiers/report-tiers.ts";

export function writeMarkdownReport(result: BenchmarkResult): string {
  const { environment, engines, leftOut, bars } = result;
  const packages = Object.entries(environment.packages).map(([name, version]) => `${name} ${version}`);
  return `${[
    "# Search benchmark",
    [
      `${environment.cpu} (${environment.cores} cores, ${environment.memoryGigabytes} GB),`,
      `Node ${environment.node}, ${packages.join(", ")}.`,
      `Measured on: ${Object.entries(result.measuredOn)
        .map(([part, day]) => `${part} ${day}`)
        .join(", ")}.`,
      `Command: \`${result.command}\`. What is measured and how: [bench/README.md](../README.md).`,
    ].join("\n"),
    ...(result.isQuick
      ? ["**A quick run on few queries: it shows that the benchmark works, and no figures to quote.**"]
      : []),
    "![Recall against latency](search.svg)",
    "## Bars",
    formatTextTable(
      ["bar", "measured", "met"],
      bars.map(({ title, measured, isMet }) => [title, measured, isMet === null ? "–" : isMet ? "yes" : "**no**"]),
    ),
    ...writeTierSections(result.tiers, result.leftOutSets),
    ...writeQualitySections(result),
    ...writeCostSections(result),
    "## Settings",
    "The best of those that were tried; the others stand in `bench/search/systems/`.",
    formatTextTable(
      ["engine", "settings"],
      engines.map(({ name, settings }) => [name, settings]),
    ),
    ...(leftOut.length === 0
      ? []
      : ["Left out:", leftOut.map(({ name, reason }) => `- ${name}: ${reason}`).join("\n")]),
  ].join("\n\n")}\n`;
}
