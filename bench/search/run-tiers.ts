import { fileURLToPath } from "node:url";
import { listDataSets, readDataSet } from "./common/datasets.ts";
import type { BenchmarkRun } from "./run-parts.ts";
import { type LeftOutResult, measureLeftOut } from "./tiers/left-out.ts";
import { embedderNames, measureTiers, type TierResult } from "./tiers/measure-tiers.ts";

/** The everyday sets of this repository. */
const ownFolder = fileURLToPath(new URL("sets/", import.meta.url));
const quickQueries = 40;

/** Hits and candidates of our engine on all sets, with the table and with the encoder. */
export async function runTiers(
  { options, setNames, log }: BenchmarkRun,
  keep: (results: readonly TierResult[]) => void,
): Promise<void> {
  const results: TierResult[] = [];
  const folders = [
    ...listDataSets(ownFolder).map((name) => [ownFolder, name] as const),
    ...setNames.map((name) => [options.dataFolder, name] as const),
  ];
  for (const [folder, name] of folders) {
    const set = readDataSet(folder, name);
    for (const embedder of embedderNames) {
      if (embedder === "encoder" && set.tools.length > options.encoderTools) {
        continue;
      }
      const result = await measureTiers(set, embedder, options.isQuick ? quickQueries : undefined);
      const { hybrid, better, difference } = result.parts;
      log(`${name}, ${embedder}: recall@5 ${hybrid.toFixed(3)}, ${better} ${(hybrid - difference).toFixed(3)}`);
      results.push(result);
      keep(results);
    }
  }
}

export async function runLeftOut({ options, log }: BenchmarkRun): Promise<LeftOutResult[]> {
  const results: LeftOutResult[] = [];
  for (const embedder of embedderNames) {
    const quick = options.isQuick ? quickQueries : undefined;
    results.push(...(await measureLeftOut(options.dataFolder, embedder, quick, log)));
  }
  return results;
}
