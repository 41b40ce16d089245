import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type McpServer, mcpServers } from "../frame/mcp-servers.ts";

/** A tool of an MCP server, under the name that the model is given. */
interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Calls it and returns its texts. */
  readonly call: (input: unknown) => Promise<string>;
}

/** The tools of running MCP servers. */
export interface McpTools {
  readonly list: readonly McpTool[];
  /** Calls a tool with arguments as the model wrote them. */
  readonly call: (name: string, argumentText: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts the real MCP servers and lists their tools. They keep their data in the folder. */
export async function connectMcpTools(folder: string): Promise<McpTools> {
  const connected = await Promise.all(
    Object.entries(mcpServers(folder)).map(([name, server]) => connect(name, server)),
  );
  const list = connected.flatMap(({ tools }) => tools);
  return {
    list,
    call: async (name, argumentText) => {
      const tool = list.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`The model calls ${name}, which it was not given.`);
      return tool.call(JSON.parse(argumentText));
    },
    close: async () => void (await Promise.all(connected.map(({ client }) => client.close()))),
  };
}

async function connect(server: string, { command, args, env }: McpServer) {
  const client = new Client({ name: "openai-sdk", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: "ignore" }));
  const { tools } = await client.listTools();
  return {
    client,
    tools: tools.map(
      ({ name, description = "", inputSchema }): McpTool => ({
        name: `mcp__${server}__${name}`,
        description,
        schema: inputSchema,
        call: async (input) => {
          const result = await client.callTool({ name, arguments: input as Record<string, unknown> });
          return result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
        },
      }),
    ),
  };
}
