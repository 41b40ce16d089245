import { join } from "node:path";
import { fusionModels } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { createHybridRanker } from "../../../packages/search/src/rankers/hybrid/hybrid-ranker.ts";
import { ToolIndex } from "../../../packages/search/src/tool-index/tool-index.ts";
import { readEverydaySets } from "../../../training/src/fusion/everyday-sets.ts";
import { fitWithout } from "../../../training/src/fusion/fit-models.ts";
import { measureEverything } from "../../../training/src/fusion/measurements.ts";
import { readPublicSets } from "../../../training/src/fusion/public-sets.ts";
import { readDataSet, sampleEvenly } from "../common/datasets.ts";
import { answerQueries } from "./answered-query.ts";
import { compareParts, type PartComparison } from "./compare-parts.ts";
import { type EmbedderName, isCompared, loadEmbedder } from "./measure-tiers.ts";

/** Hybrid against its parts on a set that its weights were fitted without. */
export interface LeftOutResult {
  readonly embedder: EmbedderName;
  readonly parts: PartComparison;
}

/** The public sets that the included weights were fitted on. All others are left out as it is. */
const fittedSets: readonly string[] = ["bfcl", "dust_pre", "metatool", "sealtools"];
const maxQueries = 800;
const everydayFolder = join(import.meta.dirname, "../../../training/everyday");

/** Fits the weights again without each set that they were fitted on, and asks that set. */
export async function measureLeftOut(
  dataFolder: string,
  embedderName: EmbedderName,
  quick: number | undefined,
  log: (line: string) => void,
): Promise<LeftOutResult[]> {
  const publicSets = readPublicSets([dataFolder]).filter(({ name }) => fittedSets.includes(name));
  const embedder = await loadEmbedder(embedderName, "fitting");
  const measured = await measureEverything(publicSets, readEverydaySets(everydayFolder), embedder);
  const { similarities = "table" } = embedder;
  const results: LeftOutResult[] = [];
  for (const { name } of publicSets) {
    const models = fitWithout(name, measured);
    const ranker = createHybridRanker({
      ...fusionModels,
      [similarities]: { ...fusionModels[similarities], ...models["words and meaning"] },
      words: { ...fusionModels.words, ...models["words alone"] },
    });
    const set = readDataSet(dataFolder, name);
    // From the sources, as the ranker is: modules remember words by the number of an index, so the two must not mix.
    const index = new ToolIndex({ embedder: await loadEmbedder(embedderName, name) });
    index.add(set.tools);
    await index.ready();
    const queries = sampleEvenly(set.queries.filter(isCompared), quick ?? maxQueries);
    const parts = compareParts(name, {
      hybrid: await answerQueries(index, queries, ranker),
      bm25: await answerQueries(index, queries, "bm25"),
      semantic: await answerQueries(index, queries, "semantic"),
    });
    log(
      `  fitted without ${name}, ${embedderName}: recall@5 ${parts.hybrid.toFixed(3)}, ${parts.better} ${(parts.hybrid - parts.difference).toFixed(3)}`,
    );
    results.push({ embedder: embedderName, parts });
  }
  return results;
}
