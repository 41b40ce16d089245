import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Three MCP servers from npm, and the folder that they may write to. */
export interface DemoServers {
  /** As in `.mcp.json`. */
  readonly mcpServers: Readonly<Record<string, DemoServer>>;
  readonly folder: string;
  /** Removes the folder. */
  remove(): void;
}

interface DemoServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);

export function createDemoServers(): DemoServers {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-demo-"));
  const node = process.execPath;
  const everything = programIn(require.resolve("@modelcontextprotocol/server-everything/package.json"));
  const memory = programIn(require.resolve("@modelcontextprotocol/server-memory/package.json"));
  const files = programIn(require.resolve("@modelcontextprotocol/server-filesystem/package.json"));
  const mcpServers = {
    everything: { command: node, args: [everything, "stdio"] },
    memory: { command: node, args: [memory], env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } },
    files: { command: node, args: [files, folder] },
  };
  return { mcpServers, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function programIn(manifest: string): string {
  return join(dirname(manifest), "dist/index.js");
}
