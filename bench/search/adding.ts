import type { CatalogueTool } from "./catalogue/catalogue-tool.ts";
import { percentile } from "./common/metrics.ts";
import type { EngineIndex } from "./systems/search-engine.ts";

/** Milliseconds to make one more tool findable. */
export interface Adding {
  readonly addP50: number;
  /** The search right after an addition: what was put off then comes due. */
  readonly nextSearchP50: number;
}

/** Null where the engine can only index everything anew. */
export async function measureAdding(
  index: EngineIndex,
  ranker: string,
  tools: readonly CatalogueTool[],
  queries: readonly string[],
): Promise<Adding | null> {
  if (index.add === undefined) {
    return null;
  }
  const additions: number[] = [];
  const searches: number[] = [];
  for (const [position, tool] of tools.entries()) {
    const start = performance.now();
    await index.add(tool);
    const added = performance.now();
    await index.search(queries[position % queries.length] ?? "", 10, ranker);
    additions.push(added - start);
    searches.push(performance.now() - added);
  }
  return { addP50: percentile(additions, 0.5), nextSearchP50: percentile(searches, 0.5) };
}
