import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../errors/store-error.ts";
import type { Database, Query } from "../sql/database.ts";

const mebibyte = 1024 * 1024;
/** PostgreSQL adds to its log 16 MiB at a time. This is room for two such steps, and for tables and indexes that grow. */
const reserve = 48 * mebibyte;
/** An empty database takes 39 MiB. */
const newDatabase = 48 * mebibyte;
/** A value is written to the log and to its table, and the log may repeat what it changes. */
const copiesOfValues = 3;

/** Bytes that this process may still write to a folder's disk, also if the folder is still to be made; infinity if the file system does not say. */
export type ReadFreeBytes = (folder: string) => number;

export const readFreeBytes: ReadFreeBytes = (folder) => {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
  } catch {
    const parent = dirname(folder);
    return parent === folder ? Number.POSITIVE_INFINITY : readFreeBytes(parent);
  }
};

/** Throws unless a database can be opened, or created, in this folder. */
export function checkSpaceToOpen(folder: string, isNew: boolean, readFree: ReadFreeBytes): void {
  check(folder, isNew ? reserve + newDatabase : reserve, readFree);
}

/**
 * Refuses writes while the disk is nearly full. PGlite does not survive a full disk: it tries to write its log forever, which blocks the
 * whole process.
 */
export function withFreeSpace(database: Database, folder: string, readFree: ReadFreeBytes): Database {
  const checked =
    (query: Query): Query =>
    async (text, values = []) => {
      if (isWrite(text)) check(folder, reserve + copiesOfValues * bytesOf(values), readFree);
      return query(text, values);
    };
  return {
    query: checked(database.query),
    transaction: (run) => database.transaction((query) => run(checked(query))),
    runLong: async (text) => {
      check(folder, reserve, readFree);
      await database.runLong(text);
    },
    compact: database.compact,
    close: () => database.close(),
  };
}

/** Whether this many bytes can be written to a folder's disk besides what is kept free. */
export function hasRoomFor(bytes: number, folder: string, readFree: ReadFreeBytes): boolean {
  return readFree(folder) >= reserve + bytes;
}

function check(folder: string, needed: number, readFree: ReadFreeBytes): void {
  const free = readFree(folder);
  if (free >= needed) return;
  throw new StoreError("store_disk_full", {
    folder,
    needed: Math.ceil(needed / mebibyte),
    free: Math.floor(free / mebibyte),
  });
}

function isWrite(text: string): boolean {
  return !/^\s*(SELECT|WITH)\b/i.test(text) || /\b(INSERT|UPDATE|DELETE)\b/i.test(text);
}

function bytesOf(values: Parameters<Query>[1] & object): number {
  let bytes = 0;
  for (const value of values.flat()) bytes += Buffer.byteLength(String(value));
  return bytes;
}
