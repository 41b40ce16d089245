import { LRUCache } from "lru-cache";
import type { Database, Query } from "../sql/database.ts";
import type { CatalogueRow } from "./catalogue-row.ts";
import type { Restriction } from "./visible-tools.ts";

/** The names of a catalogue's tools and their numbers, at one version of it. */
interface Names {
  readonly version: string;
  readonly names: readonly string[];
  readonly numbers: readonly string[];
}

/** Names that are kept in this process, over all catalogues. */
const maxNames = 200_000;

/** Applies a function to the names of catalogues, so that the database can exclude the tools for which it says no. */
export class StoredNames {
  readonly #kept = new LRUCache<number, Names>({ maxSize: maxNames, sizeCalculation: ({ names }) => names.length + 1 });

  /** The tools for which `only` says yes, as a restriction, and their number. */
  async restrict(
    { query }: Database,
    row: CatalogueRow,
    only: (name: string) => boolean,
  ): Promise<{ readonly numbers: Restriction["numbers"]; readonly count: number }> {
    const { names, numbers } = await this.#read(query, row);
    const allowed: string[] = [];
    const excluded: string[] = [];
    for (const [place, name] of names.entries()) (only(name) ? allowed : excluded).push(numbers[place] as string);
    const count = allowed.length;
    if (excluded.length === 0) return { numbers: undefined, count };
    const areExcluded = excluded.length < allowed.length;
    return { numbers: { listed: areExcluded ? excluded : allowed, areExcluded }, count };
  }

  async #read(query: Query, { number, version }: CatalogueRow): Promise<Names> {
    const kept = this.#kept.get(number);
    if (kept?.version === version) return kept;
    const rows = await query(
      `SELECT tool.number::text AS number, tool.name FROM toolcrib_tools tool WHERE tool.catalogue = ${number}`,
    );
    const names = {
      version,
      names: rows.map(({ name }) => JSON.parse(`"${name}"`) as string),
      numbers: rows.map((row) => String(row["number"])),
    };
    this.#kept.set(number, names);
    return names;
  }
}
