import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const oldestFor = 22;
const home = join(import.meta.dirname, "newer-node");
const packageFolder = join(home, "node_modules", "node");
const isWindows = process.platform === "win32";
const program = join(packageFolder, "bin", isWindows ? "node.exe" : "node");

/**
 * A Node version new enough for the conformance suite and the inspector: the running one, or the one in the npm package
 * `node`, which is installed on first use. That package downloads it with an install script; if scripts are disabled,
 * this runs the script.
 */
export function newerNode(): string {
  if (Number(process.versions.node.split(".")[0]) >= oldestFor) return process.execPath;
  try {
    if (!existsSync(program)) run("npm", ["ci", "--no-audit", "--no-fund"], home);
    if (!existsSync(program)) run(process.execPath, ["installArchSpecificPackage.js"], packageFolder);
  } catch (error) {
    throw new Error(`Node ${oldestFor} is needed here and cannot be installed. Run npm ci in ${home}.`, {
      cause: error,
    });
  }
  return program;
}

function run(command: string, argumentList: readonly string[], cwd: string): void {
  execFileSync(command, argumentList, { cwd, stdio: "pipe", timeout: 120_000, shell: isWindows });
}
