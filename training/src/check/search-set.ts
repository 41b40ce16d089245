import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readJsonLines } from "../files/json-lines.ts";

export interface CatalogueTool {
  name: string;
  description: string;
}

/** A request, and for each tool it needs the names that count as that tool. */
export interface SearchQuery {
  query: string;
  wanted: readonly (readonly string[])[];
}

export interface SearchSet {
  name: string;
  tools: CatalogueTool[];
  queries: SearchQuery[];
}

interface QueryLine {
  query: string;
  gold: string[];
  gold_any?: string[][];
}

/** Every folder with a `queries.jsonl` and a `tools.jsonl` or `tools.jsonl.gz` is a set. */
export function readSearchSets(folder: string): SearchSet[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "queries.jsonl")))
    .map((name) => ({
      name,
      tools: readJsonLines<{ name: string; description?: string | null }>(join(folder, name, "tools.jsonl")).map(
        (tool) => ({
          name: tool.name,
          description: tool.description ?? "",
        }),
      ),
      queries: readJsonLines<QueryLine>(join(folder, name, "queries.jsonl")).map((line) => ({
        query: line.query,
        wanted: line.gold_any ?? line.gold.map((tool) => [tool]),
      })),
    }));
}
