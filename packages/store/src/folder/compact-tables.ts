import type { Query } from "../sql/database.ts";

const mebibyte = 1024 * 1024;
const pageBytes = 8_192;
/** What PostgreSQL adds to a row, and how much of a long value it keeps in one row of its own. */
const rowBytes = 28;
const longValueBytes = 2_048;
/** As in PostgreSQL's own autovacuum: this many dead rows, and a share of the others. */
const minDeadRows = 50;
const deadShare = 0.2;
/** Smaller tables are not worth writing again. */
const minShrunkBytes = 16 * mebibyte;
/** A table is written again while the process waits, so that larger ones only reuse their space. */
const maxKeptBytes = 64 * mebibyte;
/** What is written again goes to a new file and to the log. */
const copiesOfRows = 3;
const maxLogBytes = 32 * mebibyte;

const readTables = `SELECT c.relname AS name, s.n_live_tup::text AS live, s.n_dead_tup::text AS dead,
    greatest(c.reltuples, 0)::text AS rows, c.relpages::text AS pages,
    greatest(coalesce(t.reltuples, 0), 0)::text AS long_rows, coalesce(t.relpages, 0)::text AS long_pages,
    (SELECT coalesce(sum(avg_width), 0) FROM pg_stats w WHERE w.schemaname = s.schemaname AND w.tablename = c.relname)::text AS width
  FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
  WHERE c.relname LIKE 'toolcrib\\_%'`;
const readLog = "SELECT coalesce(sum(size), 0)::text AS bytes FROM pg_ls_waldir()";

export interface CompactOptions {
  /** Whether the disk has room for this many bytes. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Whether to look at tables that seem to have no dead rows: after a crash, nobody knows. */
  readonly isThorough: boolean;
}

/**
 * Gives the space of deleted rows back: to new rows and, where most of a table is empty, to the disk. A PostgreSQL server has processes
 * that do so; a database in this process does nothing by itself, so that its tables and its log would only grow.
 */
export async function compactTables(query: Query, { hasRoom, isThorough }: CompactOptions): Promise<void> {
  for (const { name, live, dead } of await query(readTables)) {
    const isDue = Number(dead) > minDeadRows + deadShare * Number(live);
    if ((isDue || isThorough) && hasRoom(0)) await query(`VACUUM (ANALYZE) ${name}`);
  }
  for (const row of await query(readTables)) {
    const bytes = (Number(row["pages"]) + Number(row["long_pages"])) * pageBytes;
    const kept = Number(row["rows"]) * (rowBytes + Number(row["width"])) + Number(row["long_rows"]) * longValueBytes;
    const isWorthIt = bytes >= minShrunkBytes && kept * 2 < bytes && kept <= maxKeptBytes;
    if (isWorthIt && hasRoom(copiesOfRows * kept)) await query(`VACUUM (FULL, ANALYZE) ${row["name"]}`);
  }
  const [log] = await query(readLog);
  if (Number(log?.["bytes"]) > maxLogBytes) await query("CHECKPOINT");
}
