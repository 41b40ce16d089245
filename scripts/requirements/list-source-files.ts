import { readdirSync } from "node:fs";
import { join } from "node:path";

const ignoredFolders = new Set(["dist", "node_modules"]);

/** The TypeScript files below a folder, generated ones left out. */
export function listSourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listSourceFiles(path);
    return /(?<!\.generated|\.d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
