import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { importOptional } from "../errors/import-optional.ts";
import { StoreError } from "../errors/store-error.ts";
import type { Database, Query, Row } from "../sql/database.ts";
import { compactTables } from "./compact-tables.ts";
import { lockFolder } from "./folder-lock.ts";
import { checkSpaceToOpen, hasRoomFor, type ReadFreeBytes, readFreeBytes, withFreeSpace } from "./free-space.ts";
import { openingFailure } from "./opening-failure.ts";

/** The part of PGlite and of its transactions that is used. */
interface Connection {
  query<Result>(text: string, values?: unknown[]): Promise<{ rows: Result[] }>;
}

/** Parts of the log that are not needed any more are deleted, and not kept for later. */
const startParameters = ["-c", "wal_recycle=off", "-c", "min_wal_size=32MB"];

/** A database of this process alone, in a folder: PostgreSQL in WebAssembly. */
export async function openFolder(folder: string, readFree: ReadFreeBytes = readFreeBytes): Promise<Database> {
  const { PGlite } = await importOptional("@electric-sql/pglite", "in a folder", () => import("@electric-sql/pglite"));
  const place = resolve(folder);
  const data = join(place, "data");
  checkSpaceToOpen(place, !existsSync(join(data, "PG_VERSION")), readFree);
  const unlock = lockFolder(place);
  try {
    makePrivate(data);
    const database = await PGlite.create({
      dataDir: `file://${data}`,
      startParams: [...PGlite.defaultStartParams, ...startParameters],
    });
    let isFirst = true;
    const opened: Database = {
      query: queryOf(database),
      transaction: (run) => database.transaction((transaction) => run(queryOf(transaction))),
      runLong: async (text) => {
        await database.query(text);
      },
      compact: async () => {
        const hasRoom = (bytes: number): boolean => hasRoomFor(bytes, place, readFree);
        await compactTables(queryOf(database), { hasRoom, isThorough: isFirst });
        isFirst = false;
      },
      close: async () => {
        await database.close();
        unlock();
      },
    };
    return withFreeSpace(opened, place, readFree);
  } catch (cause) {
    unlock();
    throw new StoreError("store_folder_unusable", { folder: place, reason: openingFailure(cause) }, { cause });
  }
}

/** PGlite makes files that everybody may read, and somebody else may have made the folder around this one, with any mode. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Some file systems have no modes.
  }
}

function queryOf(connection: Connection): Query {
  return async (text, values = []) => (await connection.query<Row>(text, [...values])).rows;
}
