import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let known: string | undefined;

/** The version of this package, which MCP peers see. In the bundle of the command, that of the command: they are released together. */
export function ownVersion(): string {
  known ??= readVersion(dirname(fileURLToPath(import.meta.url)));
  return known;
}

function readVersion(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    // Bundled into a program without a manifest.
    if (parent === folder) return "unknown";
    folder = parent;
  }
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version?: string }).version ?? "unknown";
}
