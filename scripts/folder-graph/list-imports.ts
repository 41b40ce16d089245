import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readSpecifiers } from "./read-specifiers.ts";

/** One file that imports another of the same package; paths are relative to the package and use `/`. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** The fields of a package.json that resolve an import of the package by its own name. */
export interface SelfReference {
  readonly name: string;
  readonly exports?: unknown;
}

/** What is built or installed; `mutation/copy` holds the packages once more. */
const ignoredFolders = new Set(["copy", "dist", "node_modules"]);
const sourceFile = /\.[cm]?[jt]sx?$/;
// Nothing imports a test, so a test closes no cycle: it lies beside what it tests and goes through the public door above.
const testFile = /\.test\.[cm]?[jt]sx?$/;

/** The imports between the files of one package, type-only ones included, tests left out. */
export function listImports(packageFolder: string, self?: SelfReference): FileImport[] {
  return listSourceFiles(packageFolder, "").flatMap((from) =>
    readSpecifiers(from, readFileSync(join(packageFolder, from), "utf8"))
      .map((specifier) => resolveInPackage(from, specifier, self))
      .filter((to) => to !== undefined)
      .map((to) => ({ from, to })),
  );
}

function listSourceFiles(packageFolder: string, folder: string): string[] {
  return readdirSync(join(packageFolder, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      return ignoredFolders.has(entry.name) ? [] : listSourceFiles(packageFolder, path);
    }
    return sourceFile.test(entry.name) && !testFile.test(entry.name) ? [path] : [];
  });
}

function resolveInPackage(from: string, specifier: string, self?: SelfReference): string | undefined {
  if (self !== undefined && (specifier === self.name || specifier.startsWith(`${self.name}/`))) {
    return findSourceOfExport(self.exports, `.${specifier.slice(self.name.length)}`);
  }
  if (!specifier.startsWith(".")) {
    return undefined;
  }
  const to = posix.join(posix.dirname(from), specifier);
  return to.startsWith("../") ? undefined : to;
}

function findSourceOfExport(exports: unknown, entry: string): string | undefined {
  const conditions = (exports as Record<string, Record<string, string>> | undefined)?.[entry];
  const source = conditions?.["@toolcrib/source"];
  return source === undefined ? undefined : posix.normalize(source);
}
