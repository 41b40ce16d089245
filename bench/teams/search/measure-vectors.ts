import { existsSync } from "node:fs";
import { type SearchAnswer, type SearchableTool, ToolIndex } from "@toolcrib/search";
import { openCatalogues } from "@toolcrib/store/search";
import type { CatalogueTool } from "../../search/catalogue/catalogue-tool.ts";
import { generateQueries, generateTools } from "../../search/catalogue/synthetic-catalogue.ts";
import { type LabelledQuery, readDataSet, readTools, sampleEvenly } from "../../search/common/datasets.ts";
import { measureAnswer } from "../../search/common/metrics.ts";
import { emptyTables } from "./database.ts";
import { type Loading, loadCatalogues } from "./load-tools.ts";
import { agreement, firstFive, type Times, tell, timeSearches } from "./timing.ts";

/** A catalogue with vectors, in memory and in the database. */
export interface VectorsResult {
  readonly catalogue: string;
  readonly tools: number;
  readonly queries: number;
  readonly loading: Loading;
  readonly memory: { readonly times: Times; readonly recallAt5: number | null };
  readonly database: { readonly times: Times; readonly recallAt5: number | null };
  /** With an index of vectors; null without pgvector. */
  readonly indexed: { readonly times: Times; readonly recallAt5: number | null; readonly agreement: number } | null;
  /** The share of the first five tools that both have. */
  readonly agreement: number;
}

interface Sample {
  readonly catalogue: string;
  readonly tools: readonly SearchableTool[];
  readonly queries: readonly Pick<LabelledQuery, "query" | "needed">[];
}

const queryCount = 300;

export async function measureVectors(url: string, dataFolder: string, toolCount: number): Promise<VectorsResult> {
  const sample = readSample(dataFolder, toolCount);
  const { tools, queries } = sample;
  tell(`${sample.catalogue}: ${tools.length} tools with vectors`);
  const memory = new ToolIndex();
  memory.add(tools);
  await memory.ready();
  const inMemory = await timeSearches(queries, ({ query }) => memory.search(query));
  const catalogues = await openCatalogues(url);
  try {
    const index = catalogues.of("vectors");
    const loading = await loadCatalogues(url, [{ index, tools }]);
    const search = ({ query }: { readonly query: string }): Promise<SearchAnswer> => index.search(query);
    const inDatabase = await timeSearches(queries, search);
    const hasIndex = await index.createVectorIndex().catch(() => false);
    const indexed = hasIndex ? await timeSearches(queries, search) : undefined;
    const recall = (answers: readonly SearchAnswer[]): number | null => recallOf(queries, answers);
    return {
      catalogue: sample.catalogue,
      tools: tools.length,
      queries: queries.length,
      loading,
      memory: { times: inMemory.times, recallAt5: recall(inMemory.answers) },
      database: { times: inDatabase.times, recallAt5: recall(inDatabase.answers) },
      indexed:
        indexed === undefined
          ? null
          : {
              times: indexed.times,
              recallAt5: recall(indexed.answers),
              agreement: agreement(inMemory.answers, indexed.answers),
            },
      agreement: agreement(inMemory.answers, inDatabase.answers),
    };
  } finally {
    await emptyTables(url);
    await catalogues.close();
  }
}

/** Real tools and requests where the data is there; otherwise made-up ones, whose answers are not known. */
function readSample(folder: string, count: number): Sample {
  if (!existsSync(folder)) {
    const queries = generateQueries(queryCount, count).map((query) => ({ query, needed: [] }));
    return { catalogue: "made-up tools", tools: [...generateTools(count)].map(toSearchable), queries };
  }
  const set = readDataSet(folder, "openapi44k");
  const byName = new Map<string, SearchableTool>();
  const queries = sampleEvenly(set.queries, queryCount);
  const isNeeded = new Set(queries.flatMap(({ needed }) => needed.flat()));
  const others = [...set.tools.filter(({ name }) => !isNeeded.has(name)), ...readTools(folder, "mcp20k")];
  const ordered = [...set.tools.filter(({ name }) => isNeeded.has(name)), ...others];
  for (const tool of ordered) {
    if (byName.size < count && !byName.has(tool.name)) byName.set(tool.name, toSearchable(tool));
  }
  return { catalogue: "operations of public web APIs and tools of MCP servers", tools: [...byName.values()], queries };
}

function toSearchable({ name, description, input_schema, server }: CatalogueTool): SearchableTool {
  return {
    name,
    ...(description === null ? {} : { description }),
    ...(input_schema === null ? {} : { input_schema }),
    ...(server === null ? {} : { server }),
  };
}

function recallOf(queries: Sample["queries"], answers: readonly SearchAnswer[]): number | null {
  const known = queries.flatMap(({ needed }, index) =>
    needed.length === 0 ? [] : [measureAnswer(needed, firstFive(answers[index] as SearchAnswer)).recallAt5],
  );
  return known.length === 0 ? null : known.reduce((sum, recall) => sum + recall, 0) / known.length;
}
