import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Installs the packages of a folder that has a lock file of its own, if they are missing. */
export function installFolder(folder: string): void {
  if (existsSync(join(folder, "node_modules"))) return;
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", install, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`The packages of ${folder} cannot be installed.`);
}
