import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { errorMessage } from "@toolcrib/shared/errors";
import { StoreError } from "../errors/store-error.ts";
import type { Database } from "../sql/database.ts";
import { lockFolder } from "./folder-lock.ts";
import { openFolder } from "./open-folder.ts";

/**
 * Reads from a copy of the database in a folder, because opening a database writes to its files. Undefined if the folder has no database;
 * it is not created then.
 */
export async function withFolderCopy<Result>(
  folder: string,
  read: (database: Database) => Promise<Result>,
): Promise<Result | undefined> {
  const place = resolve(folder);
  if (!existsSync(join(place, "data", "PG_VERSION"))) return undefined;
  const copy = await copyOf(place);
  try {
    const database = await openFolder(copy);
    try {
      return await read(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The lock keeps a gateway from writing while its files are copied. */
async function copyOf(place: string): Promise<string> {
  const unlock = lockFolder(place);
  const copy = await mkdtemp(join(tmpdir(), "toolcrib-store-"));
  try {
    await cp(join(place, "data"), join(copy, "data"), { recursive: true });
    return copy;
  } catch (cause) {
    await rm(copy, { recursive: true, force: true });
    throw new StoreError("store_folder_unusable", { folder: place, reason: errorMessage(cause) }, { cause });
  } finally {
    unlock();
  }
}
