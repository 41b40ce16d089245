import { errorMessage } from "@toolcrib/shared/errors";
import { StoreError } from "../errors/store-error.ts";
import type { Database, Query } from "./database.ts";
import { type Migration, migrations, neededVersion } from "./migrations.ts";

/** Locks migrations of the database; any number that nothing else uses. */
const lockNumber = "7305001700";

/** Which migrations are missing, in order. */
export async function listPendingMigrations(query: Query): Promise<readonly Migration[]> {
  const version = await readVersion(query);
  return migrations.filter((migration) => migration.version > version);
}

/**
 * Brings the tables up to date and returns what was done. Any number of processes may do so at once: one does it, the others wait.
 * Tables of a newer version stay as they are, because newer versions only add to them.
 */
export async function migrate(database: Database): Promise<readonly Migration[]> {
  // Without a transaction first: a user that may not create tables can use those that are there.
  if ((await readVersion(database.query)) >= neededVersion) return [];
  try {
    return await database.transaction(async (query) => {
      await query("SELECT pg_advisory_xact_lock($1::bigint)::text", [lockNumber]);
      await query(
        "CREATE TABLE IF NOT EXISTS toolcrib_migrations (version integer PRIMARY KEY, title text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
      );
      const pending = await listPendingMigrations(query);
      for (const { version, title, statements } of pending) {
        for (const statement of statements) await query(statement);
        await query("INSERT INTO toolcrib_migrations (version, title) VALUES ($1::integer, $2)", [version, title]);
      }
      return pending;
    });
  } catch (cause) {
    // A full disk or a lost connection says more, and is no matter of migrations.
    if (cause instanceof StoreError && cause.code !== "store_forbidden") throw cause;
    throw new StoreError("store_not_migrated", { reason: errorMessage(cause) }, { cause });
  }
}

async function readVersion(query: Query): Promise<number> {
  const [table] = await query("SELECT coalesce(to_regclass('toolcrib_migrations')::text, '') AS name");
  if (table === undefined || table["name"] === "") return 0;
  const [newest] = await query("SELECT coalesce(max(version), 0)::text AS version FROM toolcrib_migrations");
  return Number(newest?.["version"] ?? 0);
}
