import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import type { ToolCatalogues } from "@toolcrib/store/search";
import { generateQueries, generateTool, generateTools } from "../../search/catalogue/synthetic-catalogue.ts";
import { mergeTenants } from "./merge-tenants.ts";
import { agreement, type Times, tell, timeSearches } from "./timing.ts";

/** One catalogue without vectors, in memory and in the database. */
export interface WordsResult {
  readonly tools: number;
  readonly queries: number;
  /** What the tables and their indexes take. */
  readonly bytes: number;
  readonly memory: { readonly times: Times; readonly residentBytes: number };
  readonly database: Times;
  readonly agreement: number;
}

const queryCount = 150;

/** Takes the tools of all tenants as those of one. */
export async function measureWords(url: string, catalogues: ToolCatalogues, toolCount: number): Promise<WordsResult> {
  tell(`${toolCount} tools of one tenant`);
  const queries = generateQueries(queryCount, toolCount);
  const index = catalogues.of("words");
  const bytes = await mergeTenants(url, index, generateTool(0) as SearchableTool);
  const inDatabase = await timeSearches(queries, (query) => index.search(query));
  tell("in memory");
  const memory = new ToolIndex({ embedder: null });
  memory.add(generateTools(toolCount) as Iterable<SearchableTool>);
  const inMemory = await timeSearches(queries, (query) => memory.search(query));
  return {
    tools: toolCount,
    queries: queries.length,
    bytes,
    memory: { times: inMemory.times, residentBytes: process.memoryUsage().rss },
    database: inDatabase.times,
    agreement: agreement(inMemory.answers, inDatabase.answers),
  };
}
