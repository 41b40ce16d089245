import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes what was seen of a failed scenario to a file, and returns its path. */
export async function keepDetails(details: Readonly<Record<string, unknown>>): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "toolcrib-failed-")), "details.json");
  await writeFile(path, JSON.stringify(details, null, 2));
  return path;
}
