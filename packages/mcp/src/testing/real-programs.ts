import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { StdioServerEntry } from "../config/server-entry.ts";
import { scriptedEntry } from "./scripted-entry.ts";

const require = createRequire(import.meta.url);
const manifests = {
  everything: require.resolve("@modelcontextprotocol/server-everything/package.json"),
  files: require.resolve("@modelcontextprotocol/server-filesystem/package.json"),
  memory: require.resolve("@modelcontextprotocol/server-memory/package.json"),
};

/** The command lines of programs that the tests run. */
export const programs = {
  conformance: join(dirname(require.resolve("@modelcontextprotocol/conformance/package.json")), "dist", "index.js"),
  inspector: require.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
};

/** An entry for a real server from npm, under its short name. */
export function realEntry(name: keyof typeof manifests, args: readonly string[] = []): StdioServerEntry {
  const manifest = manifests[name];
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: Readonly<Record<string, string>> };
  const [program = ""] = Object.values(bin);
  return { ...scriptedEntry(name), args: [join(dirname(manifest), program), ...args], env: {} };
}
