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
  const run = (cwd: string, ...npmArguments: string[]): string =>
    execFileSync("npm", npmArguments, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  mkdirSync(folder, { recursive: true });
  const [packed] = JSON.parse(
    run(rootFolder, "pack", "--json", "--workspace", "toolcrib", "--pack-destination", folder),
  ) as { readonly filename: string }[];
  writeFileSync(join(folder, "package.json"), "{}");
  run(folder, "install", "--offline", "--no-audit", "--no-fund", join(folder, packed?.filename ?? ""));
  const modules = join(folder, "node_modules");
  return {
    folder,
    bin: join(modules, ".bin/toolcrib"),
    packages: readdirSync(modules).filter((name) => !name.startsWith(".")),
    bytes: sizeOf(modules),
  };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
