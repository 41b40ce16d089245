import { createHash } from "node:crypto";
import type { Query, Row } from "../sql/database.ts";

/** A catalogue as it is in the database. */
export interface CatalogueRow {
  readonly number: number;
  readonly tools: number;
  readonly embedded: number;
  readonly version: string;
  readonly indexedBits: number;
}

/** What identifies a catalogue. Vectors of different embedders are never mixed, so each has a catalogue of its own. */
export interface CatalogueKey {
  readonly tenant: string;
  readonly vectorsId: string;
}

const columns = "number::text, tools::text, embedded::text, version::text, indexed_bits::text";

function hashOfCatalogue({ tenant, vectorsId }: CatalogueKey): string {
  return hashOf([tenant, vectorsId]);
}

export function hashOfTenant(tenant: string): string {
  return hashOf([tenant]);
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** The catalogue, if it exists. */
export async function readCatalogue(query: Query, key: CatalogueKey): Promise<CatalogueRow | undefined> {
  const rows = await query(`SELECT ${columns} FROM toolcrib_catalogues WHERE key = $1`, [hashOfCatalogue(key)]);
  return rows.map(toCatalogue)[0];
}

/** Creates the catalogue if there is none, and keeps others from changing it until the end of the transaction. */
export async function lockCatalogue(
  query: Query,
  key: CatalogueKey,
  expiresAt: number | undefined,
): Promise<CatalogueRow> {
  const hash = hashOfCatalogue(key);
  await query(
    `INSERT INTO toolcrib_catalogues (key, tenant_key, tenant, vectors_id, expires_at)
     VALUES ($1, $2, $3, $4, $5::bigint) ON CONFLICT (key) DO NOTHING`,
    [
      hash,
      hashOfTenant(key.tenant),
      printable(key.tenant),
      printable(key.vectorsId),
      expiresAt === undefined ? null : String(expiresAt),
    ],
  );
  const rows = await query(`SELECT ${columns} FROM toolcrib_catalogues WHERE key = $1 FOR UPDATE`, [hash]);
  const [row] = rows.map(toCatalogue);
  if (row === undefined) throw new Error("expected a catalogue");
  return row;
}

/** Keeps a catalogue that expires for longer. */
export async function keepCatalogue(query: Query, number: number, expiresAt: number): Promise<void> {
  await query("UPDATE toolcrib_catalogues SET expires_at = $2::bigint WHERE number = $1::integer", [
    number,
    String(expiresAt),
  ]);
}

function toCatalogue(row: Row): CatalogueRow {
  return {
    number: Number(row["number"]),
    tools: Number(row["tools"]),
    embedded: Number(row["embedded"]),
    version: String(row["version"]),
    indexedBits: Number(row["indexed_bits"]),
  };
}

/** For people who look into the table. */
function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).slice(0, 400);
}
