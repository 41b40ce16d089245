import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { openCatalogues } from "@toolcrib/store/search";
import { generateQueries, generateTools } from "../../search/catalogue/synthetic-catalogue.ts";
import { emptyTables, type Loading, loadCatalogues } from "./load-tools.ts";
import { agreement, type Times, tell, timeSearches } from "./timing.ts";

/** One catalogue without vectors, in memory and in the database. */
export interface WordsResult {
  readonly tools: number;
  readonly queries: number;
  readonly loading: Loading;
  readonly memory: { readonly times: Times; readonly residentBytes: number };
  readonly database: Times;
  readonly agreement: number;
}

const queryCount = 150;

export async function measureWords(url: string, toolCount: number): Promise<WordsResult> {
  tell(`${toolCount} tools by words`);
  const queries = generateQueries(queryCount, toolCount);
  const catalogues = await openCatalogues(url, { embedder: null });
  try {
    const index = catalogues.of("words");
    const loading = await loadCatalogues(url, [{ index, tools: generateTools(toolCount) as Iterable<SearchableTool> }]);
    const inDatabase = await timeSearches(queries, (query) => index.search(query));
    tell("in memory");
    const memory = new ToolIndex({ embedder: null });
    memory.add(generateTools(toolCount) as Iterable<SearchableTool>);
    const inMemory = await timeSearches(queries, (query) => memory.search(query));
    return {
      tools: toolCount,
      queries: queries.length,
      loading,
      memory: { times: inMemory.times, residentBytes: process.memoryUsage().rss },
      database: inDatabase.times,
      agreement: agreement(inMemory.answers, inDatabase.answers),
    };
  } finally {
    await emptyTables(url);
    await catalogues.close();
  }
}
