import { loadEncoder } from "@toolcrib/encoder";
import { type RankerName, ToolIndex, type ToolIndexOptions } from "@toolcrib/search";
import { type GradedQuery, readQueries, readTools } from "./data-set.ts";

/** Compares the encoder with the included table; the ranker `semantic` orders by cosines alone. */
export async function measureRecall(
  data: string,
  sets: readonly string[],
  count: number,
  ranker: RankerName,
): Promise<void> {
  const encoder = await loadEncoder();
  console.log(`\nRecall@1 / recall@5 / MRR in percent, ranker \`${ranker}\`:\n`);
  console.log("| set | tools | queries | table | encoder |");
  console.log("|---|---|---|---|---|");
  for (const set of sets) {
    const tools = await readTools(data, set);
    const queries = await readQueries(data, set, count);
    const figures: string[] = [];
    for (const options of [{}, { embedder: encoder }] satisfies ToolIndexOptions[]) {
      const index = new ToolIndex(options);
      index.add(tools);
      await index.ready();
      figures.push(await recallOf(index, queries, ranker));
    }
    console.log(`| ${set} | ${tools.length} | ${queries.length} | ${figures.join(" | ")} |`);
  }
}

async function recallOf(index: ToolIndex, queries: readonly GradedQuery[], ranker: RankerName): Promise<string> {
  let first = 0;
  let five = 0;
  let reciprocal = 0;
  for (const { query, gold, gold_any: accepted = gold.map((name) => [name]) } of queries) {
    const { hits } = await index.search(query, { ranker, limit: 100 });
    const ranks = accepted.map((names) => hits.findIndex(({ name }) => names.includes(name)));
    const share = (k: number): number => ranks.filter((rank) => rank >= 0 && rank < k).length / accepted.length;
    first += share(1);
    five += share(5);
    const best = Math.min(...ranks.map((rank) => (rank < 0 ? Number.POSITIVE_INFINITY : rank)));
    reciprocal += 1 / (best + 1);
  }
  return [first, five, reciprocal].map((sum) => ((100 * sum) / queries.length).toFixed(1)).join(" / ");
}
