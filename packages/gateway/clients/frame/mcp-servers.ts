import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
export const everythingProgram = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
const memory = require.resolve("@modelcontextprotocol/server-memory/dist/index.js");

/** How a client starts an MCP server. */
export interface McpServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Real MCP servers by name. The second one keeps its data in the folder. */
export function mcpServers(folder: string): Readonly<Record<string, McpServer>> {
  return {
    everything: { command: process.execPath, args: [everythingProgram], env: {} },
    memory: { command: process.execPath, args: [memory], env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } },
  };
}
