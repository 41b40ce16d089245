import type { SearchableTool } from "@toolcrib/search";
import type { SqlToolIndex } from "@toolcrib/store/search";
import pg from "pg";
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
      if (isFirst) await run(url, "DROP INDEX IF EXISTS toolcrib_tools_words");
      isFirst = false;
      loaded += some.length;
      if (loaded % 100_000 < batch) tell(`${loaded} tools are in the database`);
    }
  }
  await run(url, "CREATE INDEX toolcrib_tools_words ON toolcrib_tools USING gin (words) WITH (fastupdate = off)");
  await run(url, "VACUUM ANALYZE toolcrib_tools, toolcrib_tool_codes, toolcrib_tool_terms");
  const rows = await run(
    url,
    `SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class
     WHERE relkind = 'r' AND relname LIKE 'toolcrib_tool%'`,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  tell(`loaded ${loaded} tools in ${seconds.toFixed(0)} s`);
  return { seconds, tools: loaded, bytes: Number(rows[0]?.["bytes"] ?? 0) };
}

/** Removes all catalogues. */
export async function emptyTables(url: string): Promise<void> {
  await run(url, "TRUNCATE toolcrib_tools, toolcrib_tool_codes, toolcrib_tool_terms, toolcrib_catalogues").catch(
    () => {},
  );
}

async function run(url: string, statement: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
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
