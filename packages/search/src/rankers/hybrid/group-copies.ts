import { compareNames } from "@toolcrib/shared/names";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { type FeatureTable, meaningFeature } from "./features.ts";
import { type SaidTool, saidToolsOf, sayTheSame } from "./find-copies.ts";

/** Tools that say the same are this near to each other in their similarity to a query, whatever their names are. */
const maxDifference = 0.1;
/** How many tools with a similarity just above are compared with a tool. */
const maxCompared = 12;

/** For each row the first row, by similarity, that says the same: many copies of a tool count as one. */
export function groupCopies(catalogue: CatalogueView, table: FeatureTable): Int32Array {
  const tools = Array.from(table.slots, saidToolsOf(catalogue));
  const meaningOf = (row: number): number => table.get(row, meaningFeature);
  const groups = Int32Array.from(table.slots.keys());
  const nameOf = (row: number): string => catalogue.documentAt(table.slots[row] as number).name;
  const bySimilarity = [...groups].sort(
    (left, right) => meaningOf(right) - meaningOf(left) || compareNames(nameOf(left), nameOf(right)),
  );
  const firsts: number[] = [];
  for (const row of bySimilarity) {
    let group = row;
    for (let place = firsts.length - 1; place >= Math.max(0, firsts.length - maxCompared); place--) {
      const first = firsts[place] as number;
      if (meaningOf(first) - meaningOf(row) > maxDifference) {
        break;
      }
      if (sayTheSame(tools[first] as SaidTool, tools[row] as SaidTool)) {
        group = first;
        break;
      }
    }
    groups[row] = group;
    if (group === row) {
      firsts.push(row);
    }
  }
  return groups;
}
