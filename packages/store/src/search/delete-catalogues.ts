import type { Database } from "../sql/database.ts";

const tables = ["toolcrib_tool_codes", "toolcrib_tools"];
/** So many rows are deleted at a time, so that no statement takes long. */
const batchSize = 5_000;
const maxCatalogues = 100;

/** Replacing its key hides a catalogue at once. The next clean-up, in any process, deletes its rows. */
const forget = "key = 'deleted ' || number, tenant_key = '', expires_at = 0";

/** Deletes the catalogues of a tenant. Whether there was one. */
export async function deleteTenant(database: Database, tenantKey: string): Promise<boolean> {
  const rows = await database.query(
    `UPDATE toolcrib_catalogues SET ${forget} WHERE tenant_key = $1 RETURNING number::text`,
    [tenantKey],
  );
  for (const { number } of rows) await deleteTools(database, Number(number));
  return rows.length > 0;
}

/** Deletes catalogues whose time is over. Several processes may do so at once. */
export async function deleteExpiredCatalogues(database: Database, now: number): Promise<void> {
  const rows = await database.query(
    `UPDATE toolcrib_catalogues SET ${forget} WHERE number IN (SELECT number FROM toolcrib_catalogues
     WHERE expires_at <= $1::bigint LIMIT ${maxCatalogues} FOR UPDATE SKIP LOCKED) RETURNING number::text`,
    [String(now)],
  );
  for (const { number } of rows) await deleteTools(database, Number(number));
}

async function deleteTools({ query }: Database, catalogue: number): Promise<void> {
  for (const table of tables) {
    for (let deleted = batchSize; deleted === batchSize; ) {
      const rows = await query(
        `DELETE FROM ${table} WHERE catalogue = ${catalogue} AND number IN
         (SELECT number FROM ${table} WHERE catalogue = ${catalogue} LIMIT ${batchSize}) RETURNING number::text`,
      );
      deleted = rows.length;
    }
  }
  await query(`DELETE FROM toolcrib_tool_terms WHERE catalogue = ${catalogue}`);
  await query(`DELETE FROM toolcrib_catalogues WHERE number = ${catalogue}`);
}
