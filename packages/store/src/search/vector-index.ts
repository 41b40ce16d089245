import type { Database } from "../sql/database.ts";

/** Creates an index of the codes of one catalogue with pgvector; false if the extension is not there, or no tool has vectors. */
export async function createVectorIndex(database: Database, catalogue: number): Promise<boolean> {
  const [extension] = await database.query("SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'");
  if (extension === undefined) return false;
  const [first] = await database.query(
    `SELECT tableoid::regclass::text AS partition, length(code)::text AS bits FROM toolcrib_tool_codes
     WHERE catalogue = ${catalogue} LIMIT 1`,
  );
  const bits = Number(first?.["bits"] ?? 0);
  if (first === undefined || bits === 0) return false;
  // Only of this catalogue: an index of all would find the nearest tools of other tenants first.
  await database.runLong(
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS toolcrib_tool_codes_of_${catalogue} ON ${first["partition"]}
     USING hnsw ((code::bit(${bits})) bit_hamming_ops) WHERE catalogue = ${catalogue}`,
  );
  await database.query(
    `UPDATE toolcrib_catalogues SET indexed_bits = ${bits}, version = version + 1 WHERE number = ${catalogue}`,
  );
  return true;
}
