import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { errorMessage } from "@toolcrib/shared/errors";
import { parseJson } from "@toolcrib/shared/json";
import { StoreError } from "../errors/store-error.ts";

/** Who holds a lock. */
interface Holder {
  readonly process: number;
  readonly host: string;
  /** Of this lock alone: after a restart, another process may have the same number on the same host. */
  readonly id: string;
}

/** How often a holder shows that it is alive, for processes on other hosts, and after which silence it is taken for dead. */
const signMilliseconds = 5_000;
const silenceMilliseconds = 60_000;
/** A process that is killed while it takes over a lock leaves a lock on the takeover, and so on. */
const maxTakeovers = 8;

/** The locks of this process. */
const ownIds = new Set<string>();

/** Makes sure that no other process uses a folder: two would destroy its data. Returns the function that frees it. */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, "toolcrib.lock");
    const free = take(file, folder);
    const timer = setInterval(() => showSign(file), signMilliseconds);
    timer.unref();
    return () => {
      clearInterval(timer);
      free();
    };
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError("store_folder_unusable", { folder, reason: errorMessage(cause) }, { cause });
  }
}

function take(file: string, folder: string, takeovers = 0): () => void {
  const own: Holder = { process: process.pid, host: hostname(), id: randomUUID() };
  for (;;) {
    if (put(file, own, linkSync)) return freeing(file, own);
    const holder = readHolder(file);
    // Freed in between.
    if (holder === undefined) continue;
    if (isAlive(holder, file)) throw new StoreError("store_folder_in_use", { folder, process: holder.process });
    if (takeovers === maxTakeovers) throw new Error(`remove ${file}, which processes that were killed left behind`);
    // Of all that see this dead holder, one at a time decides, and looks again: another may have taken its place.
    const free = take(`${file}.x${nameOf(holder.id)}`, folder, takeovers + 1);
    try {
      if (readHolder(file)?.id === holder.id && put(file, own, renameSync)) return freeing(file, own);
    } finally {
      free();
    }
  }
}

/** Puts a complete file in place, so that nobody reads half of it. `linkSync` fails if there is one; `renameSync` replaces it. */
function put(file: string, holder: Holder, place: (from: string, to: string) => void): boolean {
  const draft = `${file}-${holder.id}`;
  try {
    writeFileSync(draft, JSON.stringify(holder), { flag: "wx", mode: 0o600 });
    place(draft, file);
    ownIds.add(holder.id);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function freeing(file: string, { id }: Holder): () => void {
  return () => {
    ownIds.delete(id);
    if (readHolder(file)?.id === id) rmSync(file, { force: true });
  };
}

/** Undefined if there is no file. A file that we did not write counts as one of a dead process. */
function readHolder(file: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const { process: number, host, id } = (parseJson(text) ?? {}) as Partial<Record<keyof Holder, unknown>>;
  if (typeof number === "number" && typeof host === "string" && typeof id === "string") {
    return { process: number, host, id };
  }
  // Earlier versions wrote the number alone.
  const known = Number(text);
  return { process: Number.isSafeInteger(known) && known > 0 ? known : 0, host: hostname(), id: text.slice(0, 100) };
}

function isAlive({ process: number, host, id }: Holder, file: string): boolean {
  if (ownIds.has(id)) return true;
  if (host !== hostname()) return Date.now() - statSync(file).mtimeMs < silenceMilliseconds;
  // In a container, the process after a restart has the number of the one before.
  return number !== process.pid && number > 0 && isRunning(number);
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

function showSign(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another host may take the folder for unused, if the disk stays like this.
  }
}

function nameOf(id: string): string {
  return Buffer.from(id).toString("base64url").slice(0, 48);
}
