import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const manifest = require.resolve("@modelcontextprotocol/server-memory/package.json");

/** A config entry of a real MCP server with nine tools. */
export function memoryServer(file: string): object {
  return {
    command: process.execPath,
    args: [join(dirname(manifest), "dist/index.js")],
    env: { MEMORY_FILE_PATH: file },
  };
}

/** One of a server that ends with a complaint. */
export const brokenServer: object = {
  command: process.execPath,
  args: ["-e", "console.error('API_KEY is missing'); process.exit(3)"],
};
