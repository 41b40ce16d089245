import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { SearchableTool } from "@toolcrib/search";

/** A query and the tools that answer it. */
export interface GradedQuery {
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_any?: readonly (readonly string[])[];
}

export async function readTools(data: string, set: string): Promise<SearchableTool[]> {
  const plain = join(data, set, "tools.jsonl");
  return readLines(existsSync(plain) ? plain : `${plain}.gz`);
}

/** At most `count` queries, taken evenly. */
export async function readQueries(data: string, set: string, count: number): Promise<GradedQuery[]> {
  const all = await readLines<GradedQuery>(join(data, set, "queries.jsonl"));
  const answerable = all.filter(({ gold }) => gold.length > 0);
  const step = Math.max(1, answerable.length / count);
  return Array.from(
    { length: Math.min(count, answerable.length) },
    (_none, index) => answerable[Math.floor(index * step)] as GradedQuery,
  );
}

async function readLines<Line>(file: string): Promise<Line[]> {
  const bytes = await readFile(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
}
