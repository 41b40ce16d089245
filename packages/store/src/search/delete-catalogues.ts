import type { Database, Query } from "../sql/database.ts";

const tables = ["toolcrib_tool_codes", "toolcrib_tools", "toolcrib_tool_terms"];
const maxDeleted = 100;

/** Deletes the catalogues of a tenant. Whether there was one. */
export async function deleteTenant(database: Database, tenantKey: string): Promise<boolean> {
  return database.transaction(async (query) => {
    const rows = await query("DELETE FROM toolcrib_catalogues WHERE tenant_key = $1 RETURNING number::text", [
      tenantKey,
    ]);
    for (const { number } of rows) await deleteTools(query, Number(number));
    return rows.length > 0;
  });
}

/** Deletes catalogues whose time is over. Several processes may do so at once. */
export async function deleteExpiredCatalogues(database: Database, now: number): Promise<number> {
  for (let deleted = 0; ; deleted++) {
    const hasMore = await database.transaction(async (query) => {
      const rows = await query(
        `DELETE FROM toolcrib_catalogues WHERE number IN (SELECT number FROM toolcrib_catalogues
         WHERE expires_at <= $1::bigint LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING number::text`,
        [String(now)],
      );
      for (const { number } of rows) await deleteTools(query, Number(number));
      return rows.length > 0;
    });
    if (!hasMore || deleted === maxDeleted) return deleted;
  }
}

async function deleteTools(query: Query, catalogue: number): Promise<void> {
  for (const table of tables) await query(`DELETE FROM ${table} WHERE catalogue = $1::integer`, [catalogue]);
}
