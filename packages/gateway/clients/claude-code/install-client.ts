import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const packageName = "@anthropic-ai/claude-code";

/** Claude Code as the harness uses it. */
export interface InstalledClient {
  readonly version: string;
  /** The program. */
  readonly path: string;
}

/** Installs the pinned version beside this file, unless it is there. */
export async function installClient(): Promise<InstalledClient> {
  const { dependencies } = await readManifest(join(folder, "package.json"));
  const version = dependencies?.[packageName] ?? "";
  const installed = join(folder, "node_modules", packageName, "package.json");
  if (!existsSync(installed) || (await readManifest(installed)).version !== version) {
    const options = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--workspaces=false"];
    const { status } = spawnSync("npm", options, { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`${packageName}@${version} cannot be installed.`);
  }
  return { version, path: join(folder, "node_modules", ".bin", "claude") };
}

async function readManifest(
  path: string,
): Promise<{ readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> }> {
  return JSON.parse(await readFile(path, "utf8")) as { version?: string };
}
