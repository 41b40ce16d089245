import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import type { PinPlace } from "./pin-place.ts";

/** Pins in a file. */
export function pinFile(path: string): PinPlace {
  return {
    name: path,
    read: () => readJsonFile(path),
    update: (change) => updateJsonFile(path, change),
    version: async () => {
      const found = await stat(path, { bigint: true }).catch(() => undefined);
      return found === undefined ? undefined : `${found.ino} ${found.size} ${found.mtimeNs}`;
    },
  };
}

async function readJsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const expected = "a file with JSON that can be read";
    throw new McpError("pin_file_broken", { file: path, expected, received: reasonOf(cause) }, { cause });
  }
}

/** Other processes may use the file at the same time: it is read, changed and written under a lock. */
async function updateJsonFile(path: string, change: (kept: unknown) => object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Loaded on demand: it installs exit handlers, and most processes pin nothing.
  const { default: lockfile } = await import("proper-lockfile");
  const release = await lockfile.lock(path, lockOptions);
  try {
    const changed = change(await readJsonFile(path));
    await writeFileAtomically(path, `${JSON.stringify(changed, undefined, 2)}\n`);
  } finally {
    await release().catch(() => {});
  }
}

/** If a process dies with the lock, the lock expires after some seconds. */
const lockOptions = {
  realpath: false,
  stale: 10_000,
  retries: { retries: 100, factor: 1.2, minTimeout: 10, maxTimeout: 200, randomize: true },
  // The file is written atomically in any case; without this handler the process would crash.
  onCompromised: () => {},
};
