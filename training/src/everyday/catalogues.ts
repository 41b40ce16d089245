// Rebuilds the catalogues that the everyday requests are written for, from the packages in everyday/sources.json:
// all of them, or those of the sets that are named, as in `npm run catalogues -- everyday-home`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolDefinition } from "./find-definitions.ts";
import { fetchPackage } from "./package-files.ts";
import { readPackageTools } from "./read-package-tools.ts";
import { shortenDescription } from "./shorten-description.ts";

interface Source {
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly repository: string | null;
  /** The evaluation set that the catalogue is kept for, where it is not for training. */
  readonly set?: string;
  readonly tools: readonly string[];
}

const home = join(import.meta.dirname, "..", "..");
const setsFolder = join(home, "..", "bench", "search", "sets");
const { sources } = JSON.parse(readFileSync(join(home, "everyday", "sources.json"), "utf8")) as { sources: Source[] };

const wanted = new Set(process.argv.slice(2));
const sets = new Map<string, string[]>();
for (const source of sources.filter(({ set }) => wanted.size === 0 || (set !== undefined && wanted.has(set)))) {
  const tools = readTools(source);
  console.log(`${source.server}: ${tools.length} of ${source.tools.length} tools`);
  if (source.set === undefined) writeCatalogue(source, tools);
  else sets.set(source.set, [...(sets.get(source.set) ?? []), ...tools.map((tool) => setLine(source.server, tool))]);
}
for (const [set, lines] of sets) {
  mkdirSync(join(setsFolder, set), { recursive: true });
  writeFileSync(join(setsFolder, set, "tools.jsonl"), `${lines.join("\n")}\n`);
}

/** The tools that the source names, in its order. */
function readTools(source: Source): ToolDefinition[] {
  const defined = new Map(
    readPackageTools(fetchPackage(source.package, source.version)).map((tool) => [tool.name, tool]),
  );
  return source.tools.flatMap((name) => {
    const tool = defined.get(name);
    return tool === undefined ? [] : [{ ...tool, description: shortenDescription(tool.description) }];
  });
}

function writeCatalogue(
  { server, package: name, version, license, repository }: Source,
  tools: ToolDefinition[],
): void {
  const head = { server, package: name, version, license, repository };
  const fields = Object.entries(head).map(([field, value]) => `  ${JSON.stringify(field)}: ${JSON.stringify(value)},`);
  const lines = tools.map((tool) => `    ${JSON.stringify(tool)}`).join(",\n");
  const text = `{\n${fields.join("\n")}\n  "tools": [\n${lines}\n  ]\n}\n`;
  writeFileSync(join(home, "everyday", "catalogues", `${server}.json`), text);
}

function setLine(server: string, { name, description, args }: ToolDefinition): string {
  const properties = Object.fromEntries(args.map((argument) => [argument, {}]));
  return JSON.stringify({
    name: `mcp__${server}__${name}`,
    description,
    input_schema: { type: "object", properties },
    server,
  });
}
