import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../../../../scripts/workspace.ts";

/** The published command, installed into a folder as a user installs it. */
export interface InstalledCommand {
  readonly folder: string;
  /** The script that npm links. */
  readonly bin: string;
  /** The names of all installed packages. */
  readonly packages: readonly string[];
  /** The sum of the sizes of all installed files. */
  readonly bytes: number;
}

/** Packs the command and installs it into an empty folder, without the network: it has no dependencies to download. */
export function installCommand(folder: string): InstalledCommand {
  mkdirSync(folder, { recursive: true });
  const packed = pack("toolcrib", folder);
  writeFileSync(join(folder, "package.json"), "{}");
  install(folder, packed);
  const modules = join(folder, "node_modules");
  return {
    folder,
    bin: join(modules, ".bin/toolcrib"),
    packages: readdirSync(modules).filter((name) => !name.startsWith(".")),
    bytes: sizeOf(modules),
  };
}

/**
 * Installs what runs programs beside the command: our packages as they are published, and the engine. What they depend on comes from
 * this workspace: `npm ci` does not fill the cache with what npm needs to find a dependency offline.
 */
export function installPrograms({ folder }: InstalledCommand): void {
  const packed = ["@toolcrib/shared", "@toolcrib/search", "@toolcrib/code"].map((name) => pack(name, folder));
  const dependencies = ["re2js", "quickjs-wasi"].map((name) => join(rootFolder, "node_modules", name));
  install(folder, ...packed, ...dependencies);
}

/** The file of a packed package of this workspace. */
function pack(name: string, folder: string): string {
  const json = npm(rootFolder, "pack", "--json", "--workspace", name, "--pack-destination", folder);
  const [packed] = JSON.parse(json) as { readonly filename: string }[];
  return join(folder, packed?.filename ?? "");
}

function install(folder: string, ...packages: string[]): void {
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", "--install-links", ...packages);
}

function npm(cwd: string, ...npmArguments: string[]): string {
  return execFileSync("npm", npmArguments, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
