import { ProtocolError } from "@modelcontextprotocol/client";
import { McpError } from "../errors/mcp-error.ts";
import type { ListedTool } from "../lists/pooled-tool.ts";
import type { CallOptions } from "./call-options.ts";
import type { PooledServer } from "./pooled-server.ts";
import type { ToolResult } from "./tool-result.ts";

/** One server of the pool, by its own tool names, as the gateway's MCP toolsets use it. */
export interface PoolConnection {
  listTools(signal: AbortSignal): Promise<readonly ListedTool[]>;
  /** Names of listed tools that are left out because they are too large. */
  tooLarge(): readonly string[];
  /** If a call fails because the server fails, the result has `isError`. */
  callTool(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult & { readonly isError: boolean }>;
}

/** `call` calls a tool by the server's own name for it. */
export function poolConnection(
  server: PooledServer,
  call: (name: string, input: unknown, options: CallOptions) => Promise<ToolResult>,
): PoolConnection {
  return {
    listTools: async (signal) => {
      signal.throwIfAborted();
      if (server.listing.listedAt === undefined) await server.connect();
      else await server.freshen("tools");
      return [...server.listing.tools.usable.values()].map(({ definition }) => definition);
    },
    tooLarge: () => server.listing.lists.tooLarge ?? [],
    callTool: async (name, input, signal) => {
      try {
        const result = await call(name, input, { signal });
        return { ...result, isError: result.isError === true };
      } catch (error) {
        if (!(error instanceof McpError || error instanceof ProtocolError)) throw error;
        return { content: [{ type: "text", text: error.message }], isError: true };
      }
    },
  };
}
