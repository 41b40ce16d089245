import { bootstrapInterval } from "../../../packages/cli/src/metrics/bootstrap.ts";
import { findGoldRanks } from "../../../packages/cli/src/metrics/gold.ts";
import { recallAt } from "../../../packages/cli/src/metrics/recall.ts";
import type { Embedder } from "../../../packages/search/src/embedding/embedder.ts";
import { fusionModels } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { createHybridRanker } from "../../../packages/search/src/rankers/hybrid/hybrid-ranker.ts";
import type { RankerChoice } from "../../../packages/search/src/rankers/rankers.ts";
import { ToolIndex } from "../../../packages/search/src/tool-index/tool-index.ts";
import { fitWithout } from "./fit-models.ts";
import type { Means } from "./measure-queries.ts";
import type { Measurements } from "./measurements.ts";
import type { PublicQuery, PublicSet } from "./public-sets.ts";
import { takeEvenly } from "./sampling.ts";

const maxQueries = 600;
const cutoff = 5;

/**
 * For each set: recall@5 of a hybrid ranker that was fitted without any query or catalogue of that set, against its two
 * parts, with the 95 % interval of the paired difference.
 */
export async function printLeftOut(
  sets: readonly PublicSet[],
  fitting: Readonly<Record<Means, Measurements>>,
  embedder: Embedder,
): Promise<void> {
  console.log("\nfitted without the set: recall@5 of hybrid, and its difference to bm25 and to semantic");
  for (const { name, queries, readTools } of sets) {
    const models = fitWithout(name, fitting);
    const { similarities = "table" } = embedder;
    const hybrid = createHybridRanker({
      ...fusionModels,
      [similarities]: { ...fusionModels[similarities], ...models["words and meaning"] },
      words: { ...fusionModels.words, ...models["words alone"] },
    });
    const index = new ToolIndex({ embedder });
    index.add(readTools());
    await index.ready();
    const asked = takeEvenly(queries, maxQueries);
    const own = await recalls(index, asked, hybrid);
    const differences: string[] = [];
    for (const part of ["bm25", "semantic"] as const) {
      const other = await recalls(index, asked, part);
      const pairs = own.map((recall, query) => recall - other[query]);
      const [low, high] = bootstrapInterval(pairs) ?? [0, 0];
      differences.push(`${part} ${signed(mean(pairs))} (${signed(low)} to ${signed(high)})`);
    }
    console.log(`${name.padEnd(16)}${mean(own).toFixed(3)}  ${differences.join("  ")}`);
  }
}

async function recalls(index: ToolIndex, queries: readonly PublicQuery[], ranker: RankerChoice): Promise<number[]> {
  const found: number[] = [];
  for (const { text, wanted } of queries) {
    const { hits, candidates } = await index.search(text, { ranker, limit: 10 });
    const names = [...hits, ...candidates].map(({ name }) => name);
    found.push(recallAt(cutoff, findGoldRanks(wanted, names)));
  }
  return found;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function signed(value: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(3)}`;
}
