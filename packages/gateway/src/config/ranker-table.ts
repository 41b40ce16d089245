import { type Ranker, type RankerChoice, rankerNames } from "@toolcrib/search";
import { ConfigError } from "../errors/config-error.ts";

/** Every ranker that a config can name. */
export type RankerTable = ReadonlyMap<string, RankerChoice>;

/** The built-in rankers, plus the added ones. */
export function createRankerTable(added: readonly Ranker[] = []): RankerTable {
  const table = new Map<string, RankerChoice>(rankerNames.map((name) => [name, name]));
  for (const ranker of added) {
    if (table.has(ranker.name)) throw new ConfigError("duplicate_ranker", { name: ranker.name });
    table.set(ranker.name, ranker);
  }
  return table;
}

/** The ranker with this name; the name is unchecked if a program builds the config. */
export function findRanker(table: RankerTable, name: string): RankerChoice {
  const ranker = table.get(name);
  if (ranker === undefined) throw new ConfigError("unknown_ranker", { name, known: [...table.keys()].join(", ") });
  return ranker;
}
