import { runStatements } from "../../../packages/store/src/testing/run-statements.ts";

/** Without this index, adding tools takes a fraction of the time. */
export async function dropWordIndex(url: string): Promise<void> {
  await runStatements(url, "DROP INDEX IF EXISTS toolcrib_tools_words");
}

export async function createWordIndex(url: string): Promise<void> {
  await runStatements(
    url,
    "CREATE INDEX toolcrib_tools_words ON toolcrib_tools USING gin (words) WITH (fastupdate = off)",
    "VACUUM ANALYZE toolcrib_tools, toolcrib_tool_codes, toolcrib_tool_terms",
  );
}

/** What the tables of catalogues and their indexes take, in bytes. */
export async function sizeOfTables(url: string): Promise<number> {
  const [row] = await runStatements(
    url,
    `SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class
     WHERE relkind = 'r' AND relname LIKE 'toolcrib_tool%'`,
  );
  return Number(row?.["bytes"] ?? 0);
}

/** Removes all catalogues. */
export async function emptyTables(url: string): Promise<void> {
  await runStatements(
    url,
    "TRUNCATE toolcrib_tools, toolcrib_tool_codes, toolcrib_tool_terms, toolcrib_catalogues",
  ).catch(() => {});
}
