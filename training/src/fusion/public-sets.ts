import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { SearchableTool } from "../../../packages/search/src/tool/searchable-tool.ts";
import { readJsonLines } from "../files/json-lines.ts";

/** A query, and for each tool it needs the names that count as that tool. */
export interface PublicQuery {
  readonly text: string;
  readonly wanted: readonly (readonly string[])[];
}

/** A public catalogue with its queries. Tools are read when they are needed: the large catalogues do not all stay in memory. */
export interface PublicSet {
  readonly name: string;
  readonly queries: readonly PublicQuery[];
  readTools(): readonly SearchableTool[];
}

const small: readonly string[] = ["bfcl", "dust_pre", "metatool", "sealtools", "toolbench"];

/**
 * Whose queries are asked of whose catalogue, as queries that nothing there was meant to answer. Every set asks every other, so that trust learns
 * nothing from how a set words its queries. The catalogues of tens of thousands are left out: they have a tool for everything.
 */
export const foreignPairs: readonly { readonly catalogue: string; readonly queriesOf: string }[] = small.flatMap(
  (catalogue) => small.filter((other) => other !== catalogue).map((queriesOf) => ({ catalogue, queriesOf })),
);

interface QueryLine {
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_any?: readonly (readonly string[])[];
}

/** Every folder with a `queries.jsonl` in one of these folders is a set. */
export function readPublicSets(folders: readonly string[]): readonly PublicSet[] {
  return folders.flatMap(readFolder);
}

function readFolder(folder: string): readonly PublicSet[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "queries.jsonl")))
    .sort()
    .map((name) => ({
      name,
      queries: readJsonLines<QueryLine>(join(folder, name, "queries.jsonl")).map(({ query, gold, gold_any }) => ({
        text: query,
        wanted: gold_any ?? gold.map((tool) => [tool]),
      })),
      readTools: () => readJsonLines<SearchableTool>(join(folder, name, "tools.jsonl")),
    }));
}
