import { constants } from "node:buffer";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CommandError } from "../errors/command-error.ts";

const unpack = promisify(gunzip);

/** The file name that stands for standard input. */
const standardInput = "-";

/**
 * Reads a text file, or standard input for `-`. What is gzipped is known by its first bytes, whatever its name.
 * More bytes than a string can have characters, unpacked, are refused.
 */
export async function readText(file: string, maxBytes: number = constants.MAX_STRING_LENGTH): Promise<string> {
  const bytes = await readBytes(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = isGzip ? await unpackBytes(file, bytes, maxBytes) : bytes;
  if (text.length > maxBytes) {
    throw tooLarge(file);
  }
  // TextDecoder drops a byte order mark, which JSON.parse would refuse.
  return new TextDecoder().decode(text);
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return file === standardInput ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    throw new CommandError("file_unreadable", { file, reason: describeSystemError(error) });
  }
}

async function unpackBytes(file: string, bytes: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw tooLarge(file);
    }
    throw new CommandError("gzip_broken", { file, reason: describeSystemError(error) });
  }
}

const tooLargeReason = "a file that is too large to read at once";

function tooLarge(file: string): CommandError {
  return new CommandError("file_unreadable", { file, reason: tooLargeReason });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  EISDIR: "a folder",
  ENOTDIR: "a path through something that is not a folder",
  ERR_FS_FILE_TOO_LARGE: tooLargeReason,
};

function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = "code" in error ? String(error.code) : "";
  return reasons[code] ?? error.message;
}
