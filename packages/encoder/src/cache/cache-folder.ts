import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CachedVector, keyLength, packSegment, parseSegment } from "./segment-file.ts";

const segmentName = /^[0-9a-z-]{1,80}\.vectors$/;
/** More segments than this are merged into one when they are read. */
const maxSegments = 8;
/** A folder with more files than this is not ours; only the newest are read. */
const maxReadSegments = 1_000;

/**
 * A model's vectors on disk: a folder with small files, each written at once under another name and then renamed, so
 * that no reader sees half of one and processes need no lock. Nothing here throws: without a cache, or with a damaged
 * one, vectors are computed again.
 */
export class CacheFolder {
  readonly #folder: string;
  readonly #model: string;
  readonly #width: number;

  constructor(folder: string, model: string, width: number) {
    this.#folder = join(folder, createHash("sha256").update(model).digest("hex").slice(0, 16));
    this.#model = model;
    this.#width = width;
  }

  /** The newest vectors, oldest first. */
  async load(maxVectors: number): Promise<CachedVector[]> {
    const maxBytes = (keyLength + this.#width * 2) * maxVectors * 2;
    const names = await this.#listSegments();
    const segments: CachedVector[][] = [];
    let count = 0;
    // Newest first, until there are enough.
    for (const name of names.toReversed()) {
      if (count >= maxVectors) {
        break;
      }
      const segment = await this.#read(name, maxBytes);
      if (segment !== undefined) {
        segments.unshift(segment);
        count += segment.length;
      }
    }
    const newest = new Map(segments.flat().map((entry) => [entry.key, entry]));
    const entries = [...newest.values()].slice(-maxVectors);
    if (names.length > maxSegments) {
      await this.#merge(entries, names);
    }
    return entries;
  }

  /** Makes the folder contain exactly these vectors, in one file. */
  async replace(entries: readonly CachedVector[]): Promise<void> {
    await this.#merge(entries, await this.#listSegments());
  }

  /** Writes vectors to a new file; says whether that worked. */
  async add(entries: readonly CachedVector[]): Promise<boolean> {
    const name = `${Date.now().toString(36)}-${randomUUID()}.vectors`;
    const temporary = join(this.#folder, `${name}.part`);
    try {
      await makeFolder(this.#folder);
      await writeFile(temporary, packSegment(entries, this.#model, this.#width), { mode: 0o600, flag: "wx" });
      await rename(temporary, join(this.#folder, name));
      return true;
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
      return false;
    }
  }

  async #merge(entries: readonly CachedVector[], names: readonly string[]): Promise<void> {
    if (await this.add(entries)) {
      await Promise.all(names.map((name) => this.#remove(name)));
    }
  }

  /** Names begin with the time, so their order is that of writing. */
  async #listSegments(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder);
      return names
        .filter((name) => segmentName.test(name))
        .toSorted()
        .slice(-maxReadSegments);
    } catch {
      return [];
    }
  }

  async #read(name: string, maxBytes: number): Promise<CachedVector[] | undefined> {
    try {
      const file = join(this.#folder, name);
      const found = await stat(file);
      // A pipe would never end, and neither would a link to a device.
      if (!found.isFile()) {
        return undefined;
      }
      const segment = found.size > maxBytes ? undefined : parseSegment(await readFile(file), this.#model, this.#width);
      if (segment === undefined) {
        await this.#remove(name);
      }
      return segment;
    } catch {
      return undefined;
    }
  }

  async #remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true }).catch(() => {});
  }
}

/** Not `recursive`: Node tries without end in file systems such as /proc, which take no new folder and say that there is none. */
async function makeFolder(folder: string): Promise<void> {
  const problem = await tryToMake(folder);
  const parent = dirname(folder);
  if (problem?.code === "ENOENT" && parent !== folder) {
    await makeFolder(parent);
    const again = await tryToMake(folder);
    if (again !== undefined) {
      throw again;
    }
  } else if (problem !== undefined) {
    throw problem;
  }
}

/** Why a folder cannot be made; undefined if it is there. */
async function tryToMake(folder: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const problem = error as NodeJS.ErrnoException;
    return problem.code === "EEXIST" ? undefined : problem;
  }
}
