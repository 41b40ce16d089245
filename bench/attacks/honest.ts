import { fileURLToPath } from "node:url";
import { fusionModels } from "../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { createHybridRanker, hybridRanker } from "../../packages/search/src/rankers/hybrid/hybrid-ranker.ts";
import { ToolIndex } from "../../packages/search/src/tool-index/tool-index.ts";
import { listDataSets, readDataSet, sampleEvenly } from "../search/common/datasets.ts";
import { formatTextTable } from "../search/common/format.ts";
import { mean } from "../search/common/metrics.ts";
import { readOptions } from "../search/options.ts";

// Counts the requests that get another first tool because the ranker looks for copies, although nobody attacks.
const maxQueries = 500;
const ownSets = fileURLToPath(new URL("../search/sets/", import.meta.url));
const { dataFolder, setNames } = readOptions(process.argv.slice(2));
const unsuspecting = createHybridRanker(fusionModels, { ignoresCopies: true });

const rows: string[][] = [];
for (const folder of [ownSets, dataFolder]) {
  for (const name of listDataSets(folder).filter((set) => setNames?.includes(set) !== false)) {
    const { tools, queries } = readDataSet(folder, name);
    const index = new ToolIndex();
    index.add(tools);
    await index.ready();
    const asked = sampleEvenly(
      queries.filter(({ needed }) => needed.length > 0),
      maxQueries,
    );
    const changed: number[] = [];
    const right = { with: 0, without: 0 };
    for (const { query, needed } of asked) {
      const [guarded, plain] = [await firstOf(index, query, hybridRanker), await firstOf(index, query, unsuspecting)];
      changed.push(guarded === plain ? 0 : 1);
      const accepted = new Set(needed.flat());
      right.with += accepted.has(guarded ?? "") ? 1 : 0;
      right.without += accepted.has(plain ?? "") ? 1 : 0;
      if (guarded !== plain && process.env["TOOLCRIB_SHOW"] !== undefined) {
        console.error(`${name}: ${JSON.stringify(query)}: ${plain} → ${guarded}`);
      }
    }
    rows.push([
      name,
      String(asked.length),
      `${(100 * mean(changed)).toFixed(1)} %`,
      String(right.with),
      String(right.without),
    ]);
  }
}
console.log(
  formatTextTable(["set", "requests", "other first tool", "right first", "without looking for copies"], rows),
);

async function firstOf(index: ToolIndex, query: string, ranker: typeof hybridRanker): Promise<string | undefined> {
  const { hits, candidates } = await index.search(query, { ranker });
  return [...hits, ...candidates][0]?.name;
}
