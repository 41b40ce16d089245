import { copyFile, rm } from "node:fs/promises";
import { explained, followLinks, readFileOrNull, writeWhole } from "./init-steps.ts";

/** How files are read and changed. */
export interface FileAccess {
  readonly read: (path: string) => Promise<Buffer | null>;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly copy: (from: string, to: string) => Promise<void>;
  /** A link stays, as it was before there was a file behind it. */
  readonly remove: (path: string) => Promise<void>;
}

/** Those on the disk. */
export const diskFiles: FileAccess = {
  read: readFileOrNull,
  write: writeWhole,
  copy: (from, to) => explained(to, () => copyFile(from, to)),
  remove: (path) => explained(path, async () => rm(await followLinks(path), { force: true })),
};

/** Those on the disk as they would be after the changes, which are kept in memory: one step of an undo builds on the one before. */
export function createDryFiles(): FileAccess {
  const changed = new Map<string, Buffer | null>();
  const read: FileAccess["read"] = async (path) => {
    const known = changed.get(await followLinks(path));
    return known === undefined ? readFileOrNull(path) : known;
  };
  const change = async (path: string, content: Buffer | null): Promise<void> => {
    changed.set(await followLinks(path), content);
  };
  return {
    read,
    write: (path, text) => change(path, Buffer.from(text)),
    copy: async (from, to) => change(to, await read(from)),
    remove: (path) => change(path, null),
  };
}
