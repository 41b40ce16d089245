import type { ContentBlock, Message } from "@toolcrib/core";
import type { ListedTool, ToolsetConnection, ToolsetServers } from "../contracts/toolset.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { Toolset } from "./read-toolsets.ts";

/** A toolset with what its server offers. */
export interface ListedToolset {
  readonly toolset: Toolset;
  readonly listed: readonly ListedTool[];
  /** Opens the server; asked for when a tool is called. */
  readonly connect: () => Promise<ToolsetConnection>;
  /** Whether the server was asked in this request, so that the client is told what it said. */
  readonly wasAsked: boolean;
}

interface ListingBlock extends ContentBlock {
  readonly mcp_server_name: string;
  readonly tools: readonly { readonly name: string; readonly description?: string; readonly input_schema?: unknown }[];
}

/** What the servers of a request offer: as pinned, as recorded in the conversation, or as they say now. */
export function listToolsets(
  toolsets: readonly Toolset[],
  messages: readonly Message[],
  { servers, signal }: { readonly servers: ToolsetServers; readonly signal: AbortSignal },
): Promise<readonly ListedToolset[]> {
  const recorded = recordedListings(messages);
  return Promise.all(
    toolsets.map(async (toolset) => {
      const connect = () => open(servers, toolset, signal);
      const known = toolset.pinned ?? recorded.get(toolset.server.name)?.tools;
      if (known !== undefined) return { toolset, listed: known.map(fromWire), connect, wasAsked: false };
      const connection = await connect();
      try {
        return { toolset, listed: await connection.listTools(signal), connect, wasAsked: true };
      } catch (error) {
        throw unavailable(toolset, error);
      }
    }),
  );
}

/** What the client is shown of a listing, first of all. */
export function listingBlock({ toolset, listed }: ListedToolset): ContentBlock {
  const tools = listed.map(({ name, description, inputSchema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: inputSchema,
  }));
  return { type: "mcp_tool_listing", mcp_server_name: toolset.server.name, tools } as ContentBlock;
}

/** The last listing of each server in the conversation. */
function recordedListings(messages: readonly Message[]): ReadonlyMap<string, ListingBlock> {
  const listings = new Map<string, ListingBlock>();
  for (const { role, content } of messages) {
    if (role !== "assistant" || typeof content === "string") continue;
    for (const block of content) {
      if (block.type !== "mcp_tool_listing") continue;
      const listing = block as ListingBlock;
      if (Array.isArray(listing.tools)) listings.set(listing.mcp_server_name, listing);
    }
  }
  return listings;
}

async function open(servers: ToolsetServers, toolset: Toolset, signal: AbortSignal): Promise<ToolsetConnection> {
  try {
    return await servers.open(toolset.server, signal);
  } catch (error) {
    throw error instanceof GatewayError ? error : unavailable(toolset, error);
  }
}

function unavailable({ server }: Toolset, cause: unknown): GatewayError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GatewayError("toolset_unavailable", { server: server.name, reason }, { cause });
}

function fromWire(tool: {
  readonly name: string;
  readonly description?: string;
  readonly input_schema?: unknown;
}): ListedTool {
  return {
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: tool.input_schema,
  };
}
