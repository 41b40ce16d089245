import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@toolcrib/shared/errors";
import { StoreError } from "../errors/store-error.ts";

/** Makes sure that no other process uses a folder: two would destroy its data. Returns the function that frees it. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "toolcrib.lock");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (;;) {
      if (tryToCreate(file)) return () => rmSync(file, { force: true });
      const holder = readHolder(file);
      if (holder !== undefined && isRunning(holder)) {
        throw new StoreError("store_folder_in_use", { folder, process: holder });
      }
      // Left behind by a process that was killed.
      rmSync(file, { force: true });
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError("store_folder_unusable", { folder, reason: errorMessage(cause) }, { cause });
  }
}

function tryToCreate(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): number | undefined {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    return Number.isSafeInteger(holder) && holder > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
