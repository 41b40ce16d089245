import { listPendingMigrations, migrate } from "../sql/migrate.ts";
import type { Migration } from "../sql/migrations.ts";
import { openDatabase } from "./open-store.ts";

/** Brings the tables of a store up to date, or only tells what is missing, and returns that. A store in memory has none. */
export async function migrateStore(
  place: string,
  options: { readonly dryRun?: boolean | undefined } = {},
): Promise<readonly Pick<Migration, "version" | "title">[]> {
  const database = await openDatabase(place);
  if (database === undefined) return [];
  try {
    return options.dryRun ? await listPendingMigrations(database.query) : await migrate(database);
  } finally {
    await database.close();
  }
}
