import type { SearchableTool } from "@toolcrib/search";
import type { SqlToolIndex } from "@toolcrib/store/search";
import { createWordIndex, dropWordIndex, sizeOfTables } from "./database.ts";
import { tell } from "./timing.ts";

/** How long it took to fill catalogues. */
export interface Loading {
  readonly seconds: number;
  readonly tools: number;
  /** What the tables and their indexes take. */
  readonly bytes: number;
}

const batch = 5_000;

/**
 * Fills catalogues. The index of words is created afterwards, as for any large import: updating it for each tool takes
 * several times as long.
 */
export async function loadCatalogues(
  url: string,
  catalogues: Iterable<{ readonly index: SqlToolIndex; readonly tools: Iterable<SearchableTool> }>,
): Promise<Loading> {
  const startedAt = performance.now();
  let loaded = 0;
  let isFirst = true;
  for (const { index, tools } of catalogues) {
    for (const some of batchesOf(tools)) {
      await index.add(some);
      // The tables are there after the first tools.
      if (isFirst) await dropWordIndex(url);
      isFirst = false;
      loaded += some.length;
      if (loaded % 100_000 < batch) tell(`${loaded} tools are in the database`);
    }
  }
  await createWordIndex(url);
  const seconds = (performance.now() - startedAt) / 1_000;
  tell(`loaded ${loaded} tools in ${seconds.toFixed(0)} s`);
  return { seconds, tools: loaded, bytes: await sizeOfTables(url) };
}

function* batchesOf(tools: Iterable<SearchableTool>): Generator<SearchableTool[]> {
  let some: SearchableTool[] = [];
  for (const tool of tools) {
    some.push(tool);
    if (some.length === batch) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}
