import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder, with a trailing slash. */
export const rootFolder: string = fileURLToPath(new URL("..", import.meta.url));

/** The fields of a package.json that the checks read. */
export interface PackageManifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly publishConfig?: unknown;
  readonly exports?: unknown;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A folder with a package.json; `folder` is relative to the root, and empty for the root itself. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: PackageManifest;
}

export function readManifest(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(rootFolder, folder, "package.json"), "utf8")) as PackageManifest;
}

/** The packages that npm links together, sorted by folder. */
export function listWorkspacePackages(): WorkspacePackage[] {
  const patterns = readManifest("").workspaces ?? [];
  return patterns
    .flatMap(listFolders)
    .filter((folder) => existsSync(join(rootFolder, folder, "package.json")))
    .toSorted()
    .map((folder) => ({ folder, manifest: readManifest(folder) }));
}

/** The packages that are published to npm. */
export function listPublishedPackages(): WorkspacePackage[] {
  return listWorkspacePackages().filter(({ manifest }) => manifest.private !== true);
}

// Node 20 has no fs.globSync, and "folder/*" is the only form in use.
function listFolders(pattern: string): string[] {
  const parent = join(rootFolder, pattern.replace(/\/\*$/, ""));
  if (!existsSync(parent)) {
    return [];
  }
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(rootFolder, join(parent, entry.name)));
}
