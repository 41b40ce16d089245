import { type DataSet, type LabelledQuery, sampleEvenly } from "./common/datasets.ts";
import { mean } from "./common/metrics.ts";
import type { RankedSystem } from "./systems/ranked-system.ts";

/** What a system returns where nothing in the catalogue was meant. */
export interface FalseReturns {
  readonly queries: number;
  /** The share of queries that were answered with at least one tool. */
  readonly answered: number;
  /** Tools returned on average, of ten at most. */
  readonly returned: number;
}

export interface UnanswerableQueries {
  readonly title: string;
  readonly tools: DataSet["tools"];
  readonly queries: readonly string[];
}

const queryCount = 100;

/** Queries for one tool each, asked of a catalogue from which all of those tools were taken out. */
export function leaveNeededToolsOut({ name, tools, queries }: DataSet): UnanswerableQueries {
  const single = sampleEvenly(queries.filter(needsOneTool), queryCount);
  const removed = new Set(single.flatMap(({ needed }) => needed.flat()));
  return {
    title: `${name}, the needed tools taken out`,
    tools: tools.filter((tool) => !removed.has(tool.name)),
    queries: single.map(({ query }) => query),
  };
}

/** Queries of one set asked of the catalogue of another. Some may be answerable after all. */
export function askForeignCatalogue(asked: DataSet, catalogue: DataSet): UnanswerableQueries {
  return {
    title: `${asked.name} queries on the ${catalogue.name} catalogue`,
    tools: catalogue.tools,
    queries: sampleEvenly(asked.queries, queryCount).map(({ query }) => query),
  };
}

export async function countFalseReturns(system: RankedSystem, queries: readonly string[]): Promise<FalseReturns> {
  const counts: number[] = [];
  for (const query of queries) {
    counts.push((await system.search(query, 10)).length);
  }
  return {
    queries: queries.length,
    answered: mean(counts.map((count) => (count > 0 ? 1 : 0))),
    returned: mean(counts),
  };
}

function needsOneTool({ needed }: LabelledQuery): boolean {
  return needed.length === 1;
}
