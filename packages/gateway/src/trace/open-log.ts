import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

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
  const stdout = await reopenStandardOutput();
  if (stdout !== undefined) return toLogFile(stdout);
  const { write } = await import("node:fs");
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        write(1, bytes, (error, written) => (error === null ? resolve(written) : reject(error)));
      }),
    close: async () => {},
  };
};

/** Opens a pipe or terminal behind standard output once more, without blocking. A file stays as it is: it has one position for all. */
async function reopenStandardOutput(): Promise<FileHandle | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    const handle = await open("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (stats.isFIFO() || stats.isCharacterDevice()) return handle;
    await handle.close();
  } catch {
    // A socket cannot be opened, and a terminal of another user neither.
  }
  return undefined;
}

function toLogFile(handle: FileHandle): LogFile {
  return {
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    close: () => handle.close(),
  };
}
