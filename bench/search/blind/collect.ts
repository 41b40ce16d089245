/**
 * Writes what the servers of the blind set say about their tools to definitions/.
 *
 *     npx tsx bench/search/blind/collect.ts [server...]
 *     npx biome check --write bench/search/blind
 *
 * It installs each package at its version into a folder of its own outside the repository, without its install scripts,
 * and starts it on stdio with invented keys and an empty home. Only the npm registry needs to be reachable.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listTools } from "./list-tools.ts";
import { type BlindServer, servers } from "./servers.ts";

const definitions = fileURLToPath(new URL("definitions/", import.meta.url));
const workFolder = join(tmpdir(), "blind-npm");
const wanted = process.argv.slice(2);

async function main(): Promise<void> {
  mkdirSync(definitions, { recursive: true });
  let count = 0;
  for (const server of servers) {
    if (wanted.length > 0 && !wanted.includes(server.name)) continue;
    count += await collect(server);
  }
  console.log(`${count} tools`);
}

async function collect({ name, package: packageName, version, licence, ...start }: BlindServer): Promise<number> {
  const folder = join(workFolder, name);
  install(folder, packageName, version);
  const tools = await listTools(join(folder, "node_modules/.bin", start.command), start.args ?? [], {
    cwd: emptyFolder(join(folder, "start")),
    env: {
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      HOME: emptyFolder(join(folder, "home")),
      ...start.env,
    },
  });
  const text = JSON.stringify({ server: name, package: packageName, version, licence, tools }, null, 2);
  if (text.includes(workFolder)) throw new Error(`The tools of ${name} name a folder of this machine.`);
  writeFileSync(join(definitions, `${name}.json`), `${text}\n`);
  console.log(`${name}: ${tools.length}`);
  return tools.length;
}

function install(folder: string, packageName: string, version: string): void {
  if (installedVersion(folder, packageName) === version) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact"];
  const { status } = spawnSync("npm", ["install", ...options, `${packageName}@${version}`], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`${packageName} cannot be installed.`);
}

function installedVersion(folder: string, packageName: string): string | undefined {
  const manifest = join(folder, "node_modules", packageName, "package.json");
  if (!existsSync(manifest)) return undefined;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}

function emptyFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

await main();
