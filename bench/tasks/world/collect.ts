// Writes definitions/ and NOTICES.md again: installs each package of sources.ts into a temporary folder, starts it with
// made-up credentials, and keeps what it lists. Run `tsx bench/tasks/world/collect.ts [server …]`, then `biome check --write`.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ServiceDefinition, ToolDefinition } from "../types.ts";
import { listTools } from "./list-tools.ts";
import { type Source, sources } from "./sources.ts";

const folder = process.env["WORLD_PACKAGES"] ?? join(tmpdir(), "world-packages");
const keptFields = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;

function install(source: Source): string {
  const home = join(folder, source.server);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  const wanted = `${source.package}@${source.version}`;
  if (!existsSync(join(home, "node_modules", source.package))) {
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", ["install", ...flags, wanted], { cwd: home, stdio: "inherit" });
  }
  return home;
}

function writeFiles(home: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

function keep(tool: ToolDefinition): ToolDefinition {
  const kept: Record<string, unknown> = {};
  for (const field of keptFields) if (tool[field] !== undefined) kept[field] = tool[field];
  return kept as unknown as ToolDefinition;
}

async function collect(source: Source): Promise<ServiceDefinition> {
  const home = install(source);
  writeFiles(home, source.files ?? {});
  const manifest = JSON.parse(readFileSync(join(home, "node_modules", source.package, "package.json"), "utf8")) as {
    version: string;
    bin?: string | Record<string, string>;
  };
  const listed = typeof manifest.bin === "string" ? manifest.bin : Object.values(manifest.bin ?? {})[0];
  const program = join(home, "node_modules", source.package, source.bin ?? listed ?? "");
  const environment = { PATH: process.env["PATH"], HOME: home, ...source.env };
  const server = await listTools([process.execPath, program, ...(source.args ?? [])], environment, home);
  return {
    server: source.server,
    package: source.package,
    version: manifest.version,
    licence: source.licence,
    ...(server.instructions ? { instructions: server.instructions } : {}),
    tools: server.tools.map(keep),
  };
}

function writeNotices(): void {
  const rows = sources.map(
    (source) =>
      `| \`${source.server}.json\` | ${source.package} | ${source.version} | ${source.licence} | ${source.holder} |`,
  );
  const text = `# Notices

The files in \`definitions/\` are what these packages from npm list as their tools (names, descriptions and schemas, unchanged).
They stay under the licence of their package; the text of each licence is in the package.

| file | package | version | licence | copyright holder |
|---|---|---|---|---|
${rows.join("\n")}
`;
  writeFileSync(new URL("NOTICES.md", import.meta.url), text);
}

const asked = process.argv.slice(2);
for (const source of sources) {
  if (asked.length > 0 && !asked.includes(source.server)) continue;
  try {
    const definition = await collect(source);
    const path = new URL(`definitions/${source.server}.json`, import.meta.url);
    writeFileSync(path, `${JSON.stringify(definition, null, 2)}\n`);
    console.log(`${source.server}: ${definition.tools.length} tools`);
  } catch (error) {
    console.error(`${source.server}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
if (asked.length === 0) writeNotices();
