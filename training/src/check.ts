// Step 8: how well one or more tables find tools, by cosine alone.
import { parseArgs } from "node:util";
import { meanQuality, measure, type SearchQuality } from "./check/measure.ts";
import { readSearchSets } from "./check/search-set.ts";
import { readTable } from "./table/table-file.ts";
import { TextEmbedder } from "./table/text-embedder.ts";

const { values, positionals } = parseArgs({
  options: { data: { type: "string" }, "mean-without": { type: "string", default: "openapi44k" } },
  allowPositionals: true,
});
if (values.data === undefined || positionals.length === 0) {
  throw new Error("Usage: npm run check -- --data FOLDER TABLE [TABLE …], where FOLDER holds one folder for each set");
}

const sets = readSearchSets(values.data);
for (const path of positionals) {
  const embedder = new TextEmbedder(readTable(path));
  const qualities = new Map(sets.map((set) => [set.name, measure(set, embedder)]));
  const others = [...qualities].filter(([name]) => name !== values["mean-without"]).map(([, quality]) => quality);
  console.log(`${path}\n${"recall@1 / recall@5 / MRR".padStart(52)}`);
  for (const [name, quality] of qualities) printRow(name, quality);
  printRow(`mean without ${values["mean-without"]}`, meanQuality(others));
  printRow("mean of all", meanQuality([...qualities.values()]));
}

function printRow(name: string, quality: SearchQuality): void {
  const figures = [quality.recallAt1, quality.recallAt5, quality.meanReciprocalRank].map((share) =>
    (100 * share).toFixed(1),
  );
  console.log(`${name.padEnd(28)}${figures.join(" / ").padStart(24)}`);
}
