import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { SearchableTool } from "../../../packages/search/src/tool/searchable-tool.ts";
import { readJsonLines } from "../files/json-lines.ts";

/** One line of the engine's own ranking sets, as far as weights are concerned. */
export interface RankedQuery {
  readonly query: string;
  readonly catalogue: string;
  readonly half: "tune" | "held";
  readonly anyOf?: readonly string[];
  readonly allOf?: readonly string[];
  readonly none?: true;
}

const dataFolder = join(import.meta.dirname, "../../../packages/search/test/ranking-sets/data");

/** The embedding table is English: the order of tools written in another language would teach it nothing about meaning. */
const otherLanguages: readonly string[] = ["chinese", "japanese", "russian"];

export function isInEnglish({ catalogue }: RankedQuery): boolean {
  return !otherLanguages.includes(catalogue);
}

/** The queries that say which tools are wanted, or that none is. */
export function readRankedQueries(): readonly RankedQuery[] {
  return readdirSync(join(dataFolder, "queries"))
    .sort()
    .flatMap((file) => readJsonLines<RankedQuery>(join(dataFolder, "queries", file)))
    .filter(({ none, anyOf, allOf }) => none === true || anyOf !== undefined || allOf !== undefined);
}

/** For each tool that a query needs, the names that count as that tool. */
export function wantedOf({ anyOf, allOf }: RankedQuery): readonly (readonly string[])[] {
  return [...(anyOf === undefined ? [] : [anyOf]), ...(allOf ?? []).map((name) => [name])];
}

/** All catalogues of the ranking sets, by name. */
export function readRankingCatalogues(): ReadonlyMap<string, readonly SearchableTool[]> {
  const files = readdirSync(join(dataFolder, "catalogues"));
  return new Map(
    files.map((file) => [
      basename(file, ".jsonl"),
      readJsonLines<SearchableTool>(join(dataFolder, "catalogues", file)),
    ]),
  );
}
