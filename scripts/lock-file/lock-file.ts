import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";

/** One entry of a package-lock.json, as far as it is read or written here. */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The folders that have a lock file, relative to the root: the workspace itself, and those that are installed apart from it. */
export function listLockedFolders(folder = "."): string[] {
  const entries = readdirSync(join(rootFolder, folder), { withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory() && !isSkipped(entry.name))
    .flatMap((entry) => listLockedFolders(join(folder, entry.name)));
  return [...(entries.some(({ name }) => name === "package-lock.json") ? [folder] : []), ...inside];
}

function isSkipped(name: string): boolean {
  return name === "node_modules" || name === "dist" || name === "copy" || name.startsWith(".");
}

export function readLockFile(folder: string): LockFile {
  return JSON.parse(readFileSync(pathOf(folder), "utf8")) as LockFile;
}

export function writeLockFile(folder: string, lockFile: LockFile): void {
  writeFileSync(pathOf(folder), `${JSON.stringify(lockFile, null, 2)}\n`);
}

function pathOf(folder: string): string {
  return join(rootFolder, folder, "package-lock.json");
}
