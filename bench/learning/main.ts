import { fileURLToPath } from "node:url";
import { bootstrapInterval } from "../../packages/cli/src/metrics/bootstrap.ts";
import { listDataSets, readDataSet } from "../search/common/datasets.ts";
import { formatTextTable } from "../search/common/format.ts";
import { mean } from "../search/common/metrics.ts";
import { readOptions } from "../search/options.ts";
import { type ReplayedQuery, replay } from "./replay.ts";

// Replays half of each set's queries as history, and measures the other half with and without it.
const ownSets = fileURLToPath(new URL("../search/sets/", import.meta.url));
const { dataFolder, setNames } = readOptions(process.argv.slice(2));
const folders = [ownSets, dataFolder];

const rows: string[][] = [];
for (const folder of folders) {
  for (const name of listDataSets(folder)) {
    if (setNames?.includes(name) === false) {
      continue;
    }
    const row = describe(name, await replay(readDataSet(folder, name)));
    console.error(row.join(" | "));
    rows.push(row);
  }
}
console.log(
  formatTextTable(
    [
      "set",
      "queries",
      "tool in the history",
      "recall@1",
      "with history",
      "difference",
      "95 % interval",
      "at best",
      "recall@5",
    ],
    rows,
  ),
);

function describe(name: string, queries: readonly ReplayedQuery[]): string[] {
  const differences = queries.map(({ before, after }) => after - before);
  const [lower, upper] = bootstrapInterval(differences) ?? [0, 0];
  const average = (value: (query: ReplayedQuery) => number): number => mean(queries.map(value));
  const before = average((query) => query.before);
  return [
    name,
    String(queries.length),
    `${(100 * average(({ isSeen }) => Number(isSeen))).toFixed(0)} %`,
    before.toFixed(3),
    average(({ after }) => after).toFixed(3),
    points(mean(differences)),
    `${points(lower)} to ${points(upper)}`,
    points(average(({ best }) => best) - before),
    points(average(({ after5, before5 }) => after5 - before5)),
  ];
}

function points(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
}
