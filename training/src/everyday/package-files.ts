import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { workPath } from "../files/work-files.ts";

const maxFileBytes = 12_000_000;
const maxDepth = 9;
const skippedFolders = new Set([
  "node_modules",
  "test",
  "tests",
  "__tests__",
  "example",
  "examples",
  "docs",
  "eval",
  "evals",
]);

/** Fetches a package's published archive, without its dependencies and without running anything of it. */
export function fetchPackage(name: string, version: string): string {
  const folder = workPath(join("packages", `${name.replace("@", "").replace("/", "__")}@${version}`));
  if (existsSync(join(folder, "package.json"))) return folder;
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync("npm", ["pack", `${name}@${version}`, "--silent", "--ignore-scripts"], { cwd: folder });
  const archive = packed.toString().trim().split("\n").at(-1) as string;
  execFileSync("tar", ["xzf", archive, "--strip-components=1", "--no-same-owner"], { cwd: folder });
  return folder;
}

/** The source files of a package whose names end in one of the endings, in the order of the folder. */
export function sourceFiles(folder: string, ending: RegExp, depth = 0): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skippedFolders.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth < maxDepth ? sourceFiles(path, ending, depth + 1) : [];
    const isSource = ending.test(entry.name) && !/\.(test|spec)\.|\.d\.[cm]?ts$/.test(entry.name);
    return isSource && statSync(path).size < maxFileBytes ? [path] : [];
  });
}
