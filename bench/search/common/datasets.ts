import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";

/** A request and the tools that answer it. */
export interface LabelledQuery {
  readonly id: string;
  readonly query: string;
  /** One entry a needed tool: the names that are accepted for it. */
  readonly needed: readonly (readonly string[])[];
  /** `everyday`, `model`, `unanswerable`, `nonsense`; `answerable` where a set does not say. */
  readonly kind: string;
  /** Whether nothing was chosen by this query. */
  readonly isHeld: boolean;
}

/** A catalogue with queries whose answers are known. */
export interface DataSet {
  readonly name: string;
  readonly tools: readonly CatalogueTool[];
  readonly queries: readonly LabelledQuery[];
}

interface QueryLine {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_any?: readonly (readonly string[])[];
  readonly kind?: string;
  readonly held?: boolean;
}

/** The names of the sets in a folder, those with the fewest bytes of tools first. */
export function listDataSets(folder: string): string[] {
  if (!existsSync(folder)) {
    throw new Error(
      "The data folder does not exist. Name one with --data or TOOLCRIB_DATA; bench/README.md says what it must hold.",
    );
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "queries.jsonl")))
    .map((entry) => entry.name)
    .toSorted();
}

export function readDataSet(folder: string, name: string): DataSet {
  const tools = readTools(folder, name);
  const queries = parseLines<QueryLine>(readFileSync(join(folder, name, "queries.jsonl"), "utf8"));
  return { name, tools, queries: queries.map(toLabelledQuery) };
}

export function readTools(folder: string, name: string): CatalogueTool[] {
  const plain = join(folder, name, "tools.jsonl");
  const text = existsSync(plain)
    ? readFileSync(plain, "utf8")
    : gunzipSync(readFileSync(`${plain}.gz`)).toString("utf8");
  return parseLines<CatalogueTool>(text);
}

/** `count` entries spread evenly over the list: the same ones in every run. */
export function sampleEvenly<Entry>(entries: readonly Entry[], count: number): readonly Entry[] {
  if (entries.length <= count) {
    return entries;
  }
  return Array.from({ length: count }, (_, index) => entries[Math.floor((index * entries.length) / count)] as Entry);
}

function toLabelledQuery({ id, query, gold, gold_any: accepted, kind, held }: QueryLine): LabelledQuery {
  return {
    id,
    query,
    needed: accepted ?? gold.map((name) => [name]),
    kind: kind ?? "answerable",
    isHeld: held === true,
  };
}

function parseLines<Line>(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
}
