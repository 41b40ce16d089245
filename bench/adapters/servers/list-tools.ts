import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { installFolder } from "../install/install-folder.ts";
import type { TaskTool } from "../tasks/run-tasks.ts";
import { type BenchServer, servers } from "./servers.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

export interface ServerTools {
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly tools: readonly TaskTool[];
}

/** Installs the servers if they are missing, starts each, and lists its tools under `server__tool`. */
export async function listServerTools(): Promise<readonly ServerTools[]> {
  installFolder(folder);
  return Promise.all(servers.map(listTools));
}

async function listTools({
  name,
  package: packageName,
  command,
  args = [],
  env = {},
}: BenchServer): Promise<ServerTools> {
  const client = new Client({ name: "toolcrib-bench", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: join(folder, "node_modules/.bin", command),
    args: [...args],
    env: { ...(process.env as Record<string, string>), ...env },
    cwd: folder,
    stderr: "ignore",
  });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    const { version } = JSON.parse(readFileSync(join(folder, "node_modules", packageName, "package.json"), "utf8")) as {
      readonly version: string;
    };
    return {
      server: name,
      package: packageName,
      version,
      tools: tools.map((tool) => ({
        // Some frameworks take no other characters.
        name: `${name}__${tool.name}`.replaceAll(/\W/g, "_"),
        description: tool.description ?? "",
        input_schema: tool.inputSchema as TaskTool["input_schema"],
      })),
    };
  } finally {
    await client.close();
  }
}
