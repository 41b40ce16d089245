import { listPendingMigrations, migrate } from "../sql/migrate.ts";
import { type Migration, migrations } from "../sql/migrations.ts";
import { openDatabase } from "./open-store.ts";
import { parsePlace } from "./parse-place.ts";

type Migrations = readonly Pick<Migration, "version" | "title">[];

/** Brings the tables of a store up to date, or only tells what is missing, and returns that. A store in memory has none. */
export async function migrateStore(
  place: string,
  options: { readonly dryRun?: boolean | undefined } = {},
): Promise<Migrations> {
  const parsed = parsePlace(place);
  if (options.dryRun && parsed.kind === "folder") return pendingInFolder(parsed.folder);
  const database = await openDatabase(place);
  if (database === undefined) return [];
  try {
    return options.dryRun ? await listPendingMigrations(database.query) : await migrate(database);
  } finally {
    await database.close();
  }
}

async function pendingInFolder(folder: string): Promise<Migrations> {
  const { withFolderCopy } = await import("../folder/with-folder-copy.ts");
  return (await withFolderCopy(folder, ({ query }) => listPendingMigrations(query))) ?? migrations;
}
