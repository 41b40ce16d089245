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
/** While one catalogue is written, the tools of another are prepared. */
const sideBySide = 3;

interface Catalogue {
  readonly index: SqlToolIndex;
  readonly tools: Iterable<SearchableTool>;
}

/**
 * Fills catalogues. The index of words is created afterwards, as for any large import: updating it for each tool takes
 * several times as long.
 */
export async function loadCatalogues(url: string, catalogues: readonly Catalogue[]): Promise<Loading> {
  const startedAt = performance.now();
  let loaded = 0;
  const load = async ({ index, tools }: Catalogue): Promise<void> => {
    for (const some of batchesOf(tools)) {
      await index.add(some);
      loaded += some.length;
      if (loaded % 100_000 < some.length) tell(`${loaded} tools are in the database`);
    }
  };
  // Creates the tables.
  await catalogues[0]?.index.add([]);
  await dropWordIndex(url);
  const waiting = [...catalogues];
  const loadNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await load(next);
  };
  await Promise.all(Array.from({ length: sideBySide }, loadNext));
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
