import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CommandError } from "../errors/command-error.ts";

const unpack = promisify(gunzip);

/** The file name that stands for standard input. */
const standardInput = "-";

/** Reads a text file, or standard input for `-`. What is gzipped is known by its first bytes, whatever its name. */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // TextDecoder drops a byte order mark, which JSON.parse would refuse.
  return new TextDecoder().decode(isGzip ? await unpackBytes(file, bytes) : bytes);
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return file === standardInput ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    throw new CommandError("file_unreadable", { file, reason: describeSystemError(error) });
  }
}

async function unpackBytes(file: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes);
  } catch (error) {
    throw new CommandError("gzip_broken", { file, reason: describeSystemError(error) });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  EISDIR: "a folder",
  ENOTDIR: "a path through something that is not a folder",
  ERR_FS_FILE_TOO_LARGE: "a file that is too large to read at once",
};

function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = "code" in error ? String(error.code) : "";
  return reasons[code] ?? error.message;
}
