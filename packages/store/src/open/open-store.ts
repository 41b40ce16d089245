import { startBackgroundTimer } from "@toolcrib/shared/timers";
import type { Store } from "../contract/store.ts";
import type { StoreServices } from "../contract/store-services.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import type { Database } from "../sql/database.ts";
import { SqlStore } from "../sql/sql-store.ts";
import { parsePlace } from "./parse-place.ts";

/** Opens the store at a place: `memory`, a folder, or a `postgres://` URL. A database that does not answer yet is tried again when it is needed. */
export async function openStore(place: string, services: Partial<StoreServices> = {}): Promise<Store> {
  const { now = Date.now, startTimer = startBackgroundTimer, reportProblem = () => {} } = services;
  const database = await openDatabase(place);
  return database === undefined ? new MemoryStore(now) : new SqlStore(database, { now, startTimer, reportProblem });
}

/** The database of a store; undefined if it is in memory. */
export async function openDatabase(place: string): Promise<Database | undefined> {
  const parsed = parsePlace(place);
  if (parsed.kind === "memory") return undefined;
  if (parsed.kind === "postgres") {
    const { openPostgres } = await import("../postgres/open-postgres.ts");
    return openPostgres(parsed.url);
  }
  const { openFolder } = await import("../folder/open-folder.ts");
  return openFolder(parsed.folder);
}
