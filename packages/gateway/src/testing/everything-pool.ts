import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ServerPool } from "@toolcrib/mcp";

/** A pool with a real MCP server from npm, `everything`. */
export function everythingPool(): ServerPool {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: Readonly<Record<string, string>> };
  const [program = ""] = Object.values(bin);
  const entry = {
    name: "everything",
    source: "a test",
    transport: "stdio",
    command: process.execPath,
    args: [join(dirname(manifest), program)],
    env: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
  } as const;
  return new ServerPool({ entries: [entry], cacheFolder: null });
}
