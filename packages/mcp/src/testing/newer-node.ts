import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const oldestFor = 22;

/**
 * A Node that is new enough for the conformance suite and the inspector: the one that runs, or the one that the npm package `node` brings.
 * That package fetches it when it is installed; where install scripts are switched off, this does so now.
 */
export function newerNode(): string {
  if (Number(process.versions.node.split(".")[0]) >= oldestFor) return process.execPath;
  const folder = dirname(createRequire(import.meta.url).resolve("node/package.json"));
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
