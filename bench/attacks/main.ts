import { fileURLToPath } from "node:url";
import { type AttackOutcome, measureAttacks } from "../../packages/search/test/attacks/measure-attacks.ts";
import { listDataSets, readDataSet, sampleEvenly } from "../search/common/datasets.ts";
import { formatTextTable } from "../search/common/format.ts";
import { mean } from "../search/common/metrics.ts";
import { readOptions } from "../search/options.ts";
import { loadEmbedder } from "../search/tiers/measure-tiers.ts";

// Adds hostile tools to each catalogue, and counts the requests that they come first for. Attacks that go by way of a
// popular tool take the most popular ones, `TOOLCRIB_POPULAR` of them. `TOOLCRIB_EMBEDDER=encoder` attacks with the encoder.
const maxQueries = 300;
const usesEncoder = process.env["TOOLCRIB_EMBEDDER"] === "encoder";
const popularTools = Number(process.env["TOOLCRIB_POPULAR"] ?? 1);
const sampleFolder = fileURLToPath(new URL("../../packages/cli/", import.meta.url));
const ownSets = fileURLToPath(new URL("../search/sets/", import.meta.url));
const { dataFolder, setNames } = readOptions(process.argv.slice(2));
const sets = [
  { folder: sampleFolder, name: "sample" },
  ...[ownSets, dataFolder].flatMap((folder) => listDataSets(folder).map((name) => ({ folder, name }))),
].filter(({ name }) => setNames?.includes(name) !== false);

const rows: string[][] = [];
for (const { folder, name } of sets) {
  const { tools, queries } = readDataSet(folder, name);
  const asked = sampleEvenly(
    queries.filter(({ needed }) => needed.length > 0),
    maxQueries,
  );
  const outcomes = await measureAttacks(
    { tools, queries: asked.map(({ query, needed }) => ({ query, accepted: needed.flat() })) },
    popularTools,
    usesEncoder ? { embedder: await loadEmbedder("encoder", name) } : {},
  );
  for (const { attack, won } of outcomes) {
    if (won.length > 0) {
      console.error(`${name}: ${attack}: first for ${won.map((query) => JSON.stringify(query)).join(", ")}`);
    }
  }
  rows.push(describe(name, asked.length, outcomes));
}
console.log(
  formatTextTable(
    [
      "set",
      "attacks",
      "requests",
      "served",
      "attacks that won",
      "requests won",
      "changed, on average",
      "changed, at most",
    ],
    rows,
  ),
);

function describe(name: string, queries: number, outcomes: readonly AttackOutcome[]): string[] {
  const share = (value: number): string => `${(100 * value).toFixed(2)} %`;
  return [
    name,
    String(outcomes.length),
    String(queries),
    String(outcomes[0]?.served ?? 0),
    String(outcomes.filter(({ won }) => won.length > 0).length),
    String(outcomes.reduce((sum, { won }) => sum + won.length, 0)),
    share(mean(outcomes.map(({ changed }) => changed))),
    share(Math.max(...outcomes.map(({ changed }) => changed))),
  ];
}
