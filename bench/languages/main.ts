/**
 * What `@toolcrib/languages` is worth on requests in other languages, over the everyday catalogues, on the built packages:
 * `npx tsx bench/languages/main.ts [--part all|open|held] [--embedder table,encoder] [--by-language]`
 */
import { parseArgs } from "node:util";
import { loadEncoder } from "@toolcrib/encoder";
import { createLanguages } from "@toolcrib/languages";
import type { RankerName, ToolIndexOptions } from "@toolcrib/search";
import { type Figures, measure } from "./measure.ts";
import { type Part, readSets } from "./sets.ts";

const { values } = parseArgs({
  options: {
    part: { type: "string", default: "all" },
    embedder: { type: "string", default: "table,encoder" },
    "by-language": { type: "boolean", default: false },
  },
});
const sets = readSets(values.part as Part);
const rankers: readonly RankerName[] = ["bm25", "semantic", "hybrid"];

console.log("Recall@1 / @5 over hits and candidates; refused; unanswerable with a hit. In percent.\n");
for (const name of values.embedder.split(",")) {
  const embedder: ToolIndexOptions = name === "encoder" ? { embedder: await loadEncoder() } : {};
  for (const isEnabled of [false, true]) {
    const options = isEnabled ? { ...embedder, languages: createLanguages() } : embedder;
    for (const ranker of rankers) {
      const figures = await measure(sets, options, ranker);
      print(`${name}, ${isEnabled ? "languages" : "without"}, ${ranker}`, figures);
    }
  }
}

function print(title: string, groups: ReadonlyMap<string, Figures>): void {
  console.log(`${title}:`);
  for (const [group, { count, first, five, refused, withHit }] of groups) {
    if (values["by-language"] || !group.startsWith("in ")) {
      const percent = (sum: number): string => ((100 * sum) / count).toFixed(1);
      const cells =
        group === "unanswerable"
          ? `with a hit ${percent(withHit)}, empty ${percent(refused)}`
          : `${percent(first)} / ${percent(five)}, refused ${percent(refused)}, loaded ${percent(withHit)}`;
      console.log(`  ${group} (${count}): ${cells}`);
    }
  }
}
