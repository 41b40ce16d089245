import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { sep } from "node:path";

/**
 * The text of a file in a folder, or undefined if there is none. Rejects a link that leads out of the folder, and
 * anything that is not a file of limited size: a folder of skills is untrusted.
 */
export async function readFileWithin(folder: string, path: string, maxBytes: number): Promise<string | undefined> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw new Error("it is a link out of its folder");
    return await readBounded(real, maxBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Folders may contain other files, and not every folder is a skill.
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

async function readBounded(path: string, maxBytes: number): Promise<string> {
  // Opening a pipe would block.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error("it is not a file");
    if (found.size > maxBytes) throw new Error(`it has ${found.size} bytes; expected at most ${maxBytes}`);
    const buffer = Buffer.alloc(found.size);
    const { bytesRead } = await file.read(buffer, 0, found.size, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
