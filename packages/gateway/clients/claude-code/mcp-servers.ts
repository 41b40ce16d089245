import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const everything = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
const memory = require.resolve("@modelcontextprotocol/server-memory/dist/index.js");

/** Real MCP servers, as Claude Code's config has them. */
export function mcpServers(folder: string): Readonly<Record<string, object>> {
  return {
    everything: { command: process.execPath, args: [everything] },
    memory: {
      command: process.execPath,
      args: [memory],
      env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
    },
  };
}
