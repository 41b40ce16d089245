import { readFileSync } from "node:fs";
import type { SearchableTool } from "@toolcrib/search";

/** Which queries: those that choices are made by, those that are only reported on, or both. */
export type Part = "all" | "open" | "held";

/** A line of `sets/`; the same fields as in `bench/search/sets`. */
export interface ForeignQuery {
  readonly id: string;
  readonly query: string;
  readonly language: string;
  /** The English query that it translates. */
  readonly of?: string;
  readonly gold: readonly string[];
  readonly gold_any?: readonly (readonly string[])[];
  readonly kind: "everyday" | "model" | "long" | "unanswerable";
  readonly held: boolean;
}

/** A catalogue with queries in other languages, and the English queries that they translate. */
export interface ForeignSet {
  readonly tools: readonly SearchableTool[];
  readonly queries: readonly ForeignQuery[];
  readonly english: ReadonlyMap<string, string>;
}

const names = ["everyday-engineering", "everyday-home", "everyday-office"];

export function readSets(part: Part): readonly ForeignSet[] {
  return names.map((name) => ({
    tools: lines<SearchableTool>(`../search/sets/${name}/tools.jsonl`),
    queries: lines<ForeignQuery>(`sets/${name}.jsonl`).filter(
      ({ held }) => part === "all" || held === (part === "held"),
    ),
    english: new Map(
      lines<{ id: string; query: string }>(`../search/sets/${name}/queries.jsonl`).map(({ id, query }) => [id, query]),
    ),
  }));
}

function lines<Line>(path: string): Line[] {
  return readFileSync(new URL(path, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}
