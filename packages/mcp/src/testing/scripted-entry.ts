import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StdioServerEntry } from "../config/server-entry.ts";

const script = fileURLToPath(new URL("./scripted-server.mjs", import.meta.url));

/** An entry for the scripted server, with settings for its behaviour. */
export function scriptedEntry(
  name: string,
  settings: Readonly<Record<string, unknown>> = {},
  more: Partial<StdioServerEntry> = {},
): StdioServerEntry {
  return {
    name,
    source: "test",
    transport: "stdio",
    command: process.execPath,
    args: [script],
    env: { SCRIPT: JSON.stringify(settings) },
    disabled: false,
    alwaysLoad: false,
    policy: [],
    ...more,
  };
}

/** A new, empty folder. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "toolcrib-mcp-"));
}
