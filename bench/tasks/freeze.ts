// A hash over all that decides what a play of the tasks means: definitions, services, tasks and their types.
// `tsx bench/tasks/freeze.ts` writes it to freeze.json; a test compares it, so no change goes unseen.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = new URL("./", import.meta.url);
const frozenPlaces = ["world", "tasks", "material", "types.ts"];
/** What only makes or tests the world, and does not take part in a play. */
const leftOut = /\.test\.ts$|world\/(collect|list-tools|sources)\.ts$/;

function listFiles(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(ts|json)$/.test(file));
  return files.filter((file) => frozenPlaces.includes(file.split("/")[0] ?? "") && !leftOut.test(file)).sort();
}

export function hashTasks(): string {
  const hash = createHash("sha256");
  for (const file of listFiles())
    hash
      .update(`${file}\0`)
      .update(readFileSync(new URL(file, folder)))
      .update("\0");
  return hash.digest("hex");
}

export function readFreeze(): string {
  return (JSON.parse(readFileSync(new URL("freeze.json", folder), "utf8")) as { sha256: string }).sha256;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(new URL("freeze.json", folder), `${JSON.stringify({ sha256: hashTasks() }, null, 2)}\n`);
}
