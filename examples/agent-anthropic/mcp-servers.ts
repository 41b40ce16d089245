import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Tool, toolFromMcp } from "@toolcrib/core";

/** Three MCP servers from npm, each a process of its own. */
export interface McpServers {
  readonly toolsByServer: ReadonlyMap<string, readonly Tool[]>;
  /** Where the memory server keeps what it is told. */
  readonly memoryFile: string;
  /** Calls a tool by its name in the catalogue. */
  call(name: string, input: unknown): Promise<string>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);

export async function startMcpServers(): Promise<McpServers> {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-example-"));
  const memoryFile = join(folder, "memory.jsonl");
  const clients: Client[] = [];
  const toolsByServer = new Map<string, readonly Tool[]>();
  const owners = new Map<string, { readonly client: Client; readonly name: string }>();
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(
      serverCommands(folder, memoryFile).map(async ({ server, arguments: args, env }) => {
        const client = new Client({ name: "toolcrib-example", version: "0.0.0" });
        clients.push(client);
        await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
        const { tools } = await client.listTools();
        const listed = tools.map((tool) => {
          const named = toolFromMcp(server, tool);
          owners.set(named.name ?? "", { client, name: tool.name });
          return named;
        });
        toolsByServer.set(server, listed);
      }),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    toolsByServer,
    memoryFile,
    close,
    async call(name, input) {
      const owner = owners.get(name);
      if (owner === undefined) throw new Error(`No server has a tool ${name}.`);
      const { content } = await owner.client.callTool({
        name: owner.name,
        arguments: input as Record<string, unknown>,
      });
      return JSON.stringify(content);
    },
  };
}

interface ServerCommand {
  readonly server: string;
  readonly arguments: string[];
  readonly env: Record<string, string>;
}

function serverCommands(folder: string, memoryFile: string): readonly ServerCommand[] {
  const everything = programIn(require.resolve("@modelcontextprotocol/server-everything/package.json"));
  const memory = programIn(require.resolve("@modelcontextprotocol/server-memory/package.json"));
  const files = programIn(require.resolve("@modelcontextprotocol/server-filesystem/package.json"));
  return [
    { server: "everything", arguments: [everything, "stdio"], env: {} },
    { server: "memory", arguments: [memory], env: { MEMORY_FILE_PATH: memoryFile } },
    { server: "files", arguments: [files, folder], env: {} },
  ];
}

function programIn(manifest: string): string {
  return join(dirname(manifest), "dist/index.js");
}
