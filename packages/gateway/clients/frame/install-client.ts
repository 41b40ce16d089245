import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "./client.ts";

/** A client on disk. */
export interface InstalledClient {
  readonly version: string;
  /** The folder that has its `node_modules`. */
  readonly folder: string;
}

/** Installs the locked versions into the client's folder, unless they are there. */
export async function installClient({ folder: url, packageName }: Client): Promise<InstalledClient> {
  const folder = fileURLToPath(url);
  const { dependencies = {} } = await readManifest(folder);
  if (!(await areInstalled(folder, dependencies))) {
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`The packages in ${folder} cannot be installed.`);
  }
  return { version: dependencies[packageName] ?? "", folder };
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

async function areInstalled(folder: string, versions: Readonly<Record<string, string>>): Promise<boolean> {
  for (const [name, version] of Object.entries(versions)) {
    const installed = join(folder, "node_modules", name);
    if (!existsSync(installed) || (await readManifest(installed)).version !== version) return false;
  }
  return true;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}
