import { constants, fstat, write } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** Where lines of a log go. */
export interface LogFile {
  /** Writes some of these bytes and tells how many. */
  write(bytes: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

export type OpenLogFile = () => Promise<LogFile>;

/**
 * Without blocking: a named pipe that nobody reads fails at once. A write that blocks would hold one of Node's few threads for files,
 * and the process could not even exit.
 */
const appendFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Appends to a file, which only its owner may read where it is made here. */
export function openLogFile(path: string): OpenLogFile {
  return async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return toLogFile(await open(path, appendFlags, 0o600));
  };
}

/** Standard output, which stays open. */
export const openStandardOutput: OpenLogFile = async () => {
  const stats = await toStats(1);
  // Node's own stream waits for a socket without blocking.
  if (stats.isSocket()) return { write: writeToSocket, close: async () => {} };
  const again = stats.isFIFO() || stats.isCharacterDevice() ? await openAgain(1) : undefined;
  return again === undefined ? { write: writeToOutput, close: async () => {} } : toLogFile(again);
};

const toStats = promisify(fstat);

/** What stands behind a descriptor, opened once more and without blocking. A file has one position for all, so it is not opened again. */
async function openAgain(descriptor: number): Promise<FileHandle | undefined> {
  if (process.platform !== "linux") return undefined;
  return open(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
}

function writeToOutput(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(1, bytes, (error, written) => (error === null ? resolve(written) : reject(error)));
  });
}

function writeToSocket(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error == null ? resolve(bytes.length) : reject(error)));
  });
}

function toLogFile(handle: FileHandle): LogFile {
  return {
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    close: () => handle.close(),
  };
}
