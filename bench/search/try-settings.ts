import { type DataSet, listDataSets, readDataSet, sampleEvenly } from "./common/datasets.ts";
import { formatShare, formatTextTable } from "./common/format.ts";
import { type MeanQuality, mean } from "./common/metrics.ts";
import { readOptions } from "./options.ts";
import { measureQuality } from "./quality.ts";
import { loadEngineVariants } from "./systems/engine-list.ts";
import { listRankedSystems } from "./systems/ranked-system.ts";
import type { SearchEngine } from "./systems/search-engine.ts";

// Compares the settings of each peer on a part of the queries. The first in a peer's file is the one that is measured.
const queriesPerSet = 100;

const { dataFolder, setNames = listDataSets(dataFolder), peers } = readOptions(process.argv.slice(2));
const variants = (await Promise.all(peers.map(loadEngineVariants))).flat();
const qualities = new Map<SearchEngine, MeanQuality[]>(variants.map((variant) => [variant, []]));
for (const setName of setNames) {
  const set = readDataSet(dataFolder, setName);
  for (const variant of variants) {
    const quality = await measureVariant(variant, set);
    qualities.get(variant)?.push(quality);
    console.log([setName, variant.name, variant.settings, ...describeQuality([quality])].join(" | "));
  }
}
console.log(
  formatTextTable(
    ["engine", "settings", "recall@1", "recall@5"],
    variants.map((variant) => [variant.name, variant.settings, ...describeQuality(qualities.get(variant) ?? [])]),
  ),
);

async function measureVariant(variant: SearchEngine, { tools, queries }: DataSet): Promise<MeanQuality> {
  const [system] = listRankedSystems(variant, await variant.build(tools));
  if (system === undefined) {
    throw new Error(`${variant.name} has no ranker.`);
  }
  return await measureQuality(system, sampleEvenly(queries, queriesPerSet));
}

function describeQuality(measured: readonly MeanQuality[]): string[] {
  return [mean(measured.map(({ recallAt1 }) => recallAt1)), mean(measured.map(({ recallAt5 }) => recallAt5))].map(
    formatShare,
  );
}
