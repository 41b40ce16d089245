import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { programs } from "./real-programs.ts";

const oldestFor = 22;

/**
 * A Node that is new enough for the conformance suite and the inspector: the one that runs, or the one that the npm package `node` brings.
 * That package fetches it when it is installed; where install scripts are switched off, this does so now.
 */
export function newerNode(): string {
  if (Number(process.versions.node.split(".")[0]) >= oldestFor) return process.execPath;
  const folder = programs.nodeFolder;
  const program = join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(program)) {
    try {
      execFileSync(process.execPath, ["installArchSpecificPackage.js"], {
        cwd: folder,
        stdio: "pipe",
        timeout: 120_000,
      });
    } catch (error) {
      throw new Error(`Node ${oldestFor} is needed here and cannot be installed. Run npm rebuild node.`, {
        cause: error,
      });
    }
  }
  return program;
}
