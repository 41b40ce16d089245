import { fileURLToPath } from "node:url";
import { ToolIndex } from "../../packages/search/src/tool-index/tool-index.ts";
import { type DataSet, listDataSets, readDataSet, sampleEvenly } from "../search/common/datasets.ts";
import { formatTextTable } from "../search/common/format.ts";
import { readOptions } from "../search/options.ts";
import { type Defence, defences, indexWithout } from "./without-defences.ts";

// Counts the requests that get another first tool because of the defences, although nobody attacks: of all of them, and
// with `TOOLCRIB_EACH=1` of each alone. `TOOLCRIB_SHOW=1` prints the requests.
const maxQueries = 500;
const ownSets = fileURLToPath(new URL("../search/sets/", import.meta.url));
const { dataFolder, setNames } = readOptions(process.argv.slice(2));
const each = process.env["TOOLCRIB_EACH"] === undefined ? [] : defences;

interface Variant {
  readonly name: string;
  readonly left: readonly Defence[];
}
const variants: readonly Variant[] = [
  { name: "all", left: defences },
  ...each.map((defence) => ({ name: defence, left: [defence] })),
];
const undefended: (Variant & { readonly Index: typeof ToolIndex })[] = [];
for (const variant of variants) {
  undefended.push({ ...variant, Index: await indexWithout(variant.name.replaceAll(" ", "-"), variant.left) });
}

const rows: string[][] = [];
for (const folder of [ownSets, dataFolder]) {
  for (const name of listDataSets(folder).filter((set) => setNames?.includes(set) !== false)) {
    const set = readDataSet(folder, name);
    const asked = sampleEvenly(
      set.queries.filter(({ needed }) => needed.length > 0),
      maxQueries,
    );
    const guarded = await firstTools(ToolIndex, set, asked);
    const rightOf = (first: readonly (string | undefined)[]): string =>
      String(asked.filter(({ needed }, place) => needed.flat().includes(first[place] ?? "")).length);
    for (const { name: defence, Index } of undefended) {
      const plain = await firstTools(Index, set, asked);
      const changed = asked.flatMap(({ query }, place) =>
        plain[place] === guarded[place] ? [] : [`${query}: ${plain[place]} → ${guarded[place]}`],
      );
      for (const line of process.env["TOOLCRIB_SHOW"] === undefined ? [] : changed) {
        console.error(`${name}, ${defence}: ${line}`);
      }
      const share = `${((100 * changed.length) / asked.length).toFixed(1)} %`;
      rows.push([name, defence, String(asked.length), String(changed.length), share, rightOf(guarded), rightOf(plain)]);
      console.error(rows.at(-1)?.join(" | "));
    }
  }
}
console.log(
  formatTextTable(
    ["set", "defences", "requests", "other first tool", "share", "right first", "right without them"],
    rows,
  ),
);

async function firstTools(
  Index: typeof ToolIndex,
  { tools }: DataSet,
  asked: DataSet["queries"],
): Promise<(string | undefined)[]> {
  const index = new Index();
  index.add(tools);
  await index.ready();
  const first: (string | undefined)[] = [];
  for (const { query } of asked) {
    const { hits, candidates } = await index.search(query);
    first.push([...hits, ...candidates][0]?.name);
  }
  return first;
}
