import { constants, fstat, write } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** The destination of log lines. */
export interface LogFile {
  /** Writes some of the bytes and returns how many. */
  write(bytes: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

export type OpenLogFile = () => Promise<LogFile>;

/**
 * Non-blocking: a named pipe without a reader fails immediately. A blocking write would occupy one of Node's few file
 * threads, and the process could not even exit.
 */
const appendFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Appends to a file. A new file is readable by its owner only. */
export function openLogFile(path: string): OpenLogFile {
  return async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return toLogFile(await open(path, appendFlags, 0o600));
  };
}

/** Standard output, which is never closed. */
export const openStandardOutput: OpenLogFile = async () => {
  const stats = await toStats(1);
  // Node's own stream handles sockets without blocking.
  if (stats.isSocket()) return { write: writeToSocket, close: async () => {} };
  const again = stats.isFIFO() || stats.isCharacterDevice() ? await openAgain(1) : undefined;
  return again === undefined ? { write: writeToOutput, close: async () => {} } : toLogFile(again);
};

const toStats = promisify(fstat);

/**
 * Opens the target of a descriptor again, non-blocking. A regular file is not reopened, because its position is shared.
 */
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
