import type { ContentBlock, Message } from "@toolcrib/core";
import { dependOnAnnotations, hidesAllOf, hidesServer, type PolicyRule } from "@toolcrib/core/policy";
import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import type { CallerUser } from "../../contracts/caller-user.ts";
import type { ListedTool, ToolsetConnection, ToolsetServers } from "../../contracts/toolset.ts";
import type { TraceRecorder } from "../../contracts/trace.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import { failureReason, loginPageIn, unknownServer } from "./failure-reason.ts";
import type { Toolset } from "./read-toolsets.ts";
import { isHidden } from "./rule-names.ts";
import { withoutUnusable } from "./without-unusable.ts";

/** A toolset with the tools that its server lists. */
export interface ListedToolset {
  readonly toolset: Toolset;
  readonly listed: readonly ListedTool[];
  /** Names of tools that are left out because they are too large. */
  readonly tooLarge?: readonly string[] | undefined;
  /** Opens the server when a tool is called. */
  readonly connect: () => Promise<ToolsetConnection>;
  /** The server's name in rules. */
  readonly ruleServer: string;
  /** Whether the server was asked in this request, so that the client sees its listing. */
  readonly wasAsked: boolean;
}

interface ListingBlock extends ContentBlock {
  readonly mcp_server_name: string;
  readonly tools: readonly { readonly name: string; readonly description?: string; readonly input_schema?: unknown }[];
}

export interface ListToolsetsOptions {
  readonly servers: ToolsetServers;
  readonly policy: readonly PolicyRule[];
  /** Whom the request is made for. */
  readonly user: CallerUser | undefined;
  readonly signal: AbortSignal;
  readonly trace: Pick<TraceRecorder, "warn">;
}

/** The tools of a request's servers: as pinned, as recorded in the conversation, or as they list them now. */
export async function listToolsets(
  toolsets: readonly Toolset[],
  messages: readonly Message[],
  options: ListToolsetsOptions,
): Promise<readonly ListedToolset[]> {
  const recorded = recordedListings(messages);
  const listings = await Promise.all(
    toolsets.map((toolset) => listToolset(toolset, recorded.get(toolset.server.name)?.tools, options)),
  );
  return withoutUnusable(listings, options.policy, options.trace);
}

async function listToolset(
  toolset: Toolset,
  recorded: ListingBlock["tools"] | undefined,
  { servers, policy, user, signal }: ListToolsetsOptions,
): Promise<ListedToolset> {
  const connect = () => open(servers, toolset, user, signal);
  const { name, url } = toolset.server;
  // Before it is asked for: what is hidden answers as what does not exist, and needs no login either.
  const isUnknown = url === undefined && hidesAllOf(name, policy);
  const known = (toolset.pinned ?? recorded)?.map(fromWire);
  // A conversation that knows a server's tools continues when the server is gone; only calls fail.
  if (isUnknown && known === undefined) throw unknownServer(name);
  const connection = known === undefined ? await connect() : await connect().catch(() => undefined);
  const ruleServer = connection?.configuredName ?? name;
  const listing = { toolset, connect, ruleServer };
  if (hidesAllOf(ruleServer, policy)) return { ...listing, listed: [], wasAsked: false };
  if (known !== undefined && !dependOnAnnotations(policy)) return { ...listing, listed: known, wasAsked: false };
  const listed = await listOf(toolset, connection ?? (await connect()), signal);
  const hidesAll = hidesServer(ruleServer, policy) && listed.every((tool) => isHidden(tool, listing, policy));
  if (known === undefined && url === undefined && hidesAll) throw unknownServer(name);
  if (known === undefined) return { ...listing, listed, tooLarge: connection?.tooLarge?.(), wasAsked: true };
  return { ...listing, listed: withAnnotationsOf(listed, known), wasAsked: false };
}

async function listOf(
  toolset: Toolset,
  connection: ToolsetConnection,
  signal: AbortSignal,
): Promise<readonly ListedTool[]> {
  try {
    return readListing(await connection.listTools(signal));
  } catch (error) {
    throw unavailable(toolset, error);
  }
}

/** The named tools, without duplicates. */
function readListing(listed: unknown): readonly ListedTool[] {
  const byName = new Map<string, ListedTool>();
  for (const tool of Array.isArray(listed) ? (listed as readonly ListedTool[]) : []) {
    if (typeof tool?.name === "string" && !byName.has(tool.name)) byName.set(tool.name, readable(tool));
  }
  return [...byName.values()];
}

/** A tool with only its valid fields: an error in one field must not lose the others. */
function readable(tool: ListedTool): ListedTool {
  const { name, description, inputSchema, outputSchema, annotations, _meta } = tool;
  return {
    name,
    ...(typeof description === "string" && { description }),
    inputSchema: isReadable(inputSchema) ? inputSchema : { type: "object" },
    ...(isReadable(outputSchema) && { outputSchema }),
    ...(isReadable(annotations) && { annotations }),
    ...(isReadable(_meta) && { _meta }),
  };
}

function isReadable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !isNestedTooDeeply(value);
}

/**
 * Rules use the server's own annotations: a client could pin or record a listing with different ones, or none. A tool that the server
 * does not list is left out like one that is hidden; otherwise the difference would tell which names are hidden.
 */
function withAnnotationsOf(listed: readonly ListedTool[], known: readonly ListedTool[]): readonly ListedTool[] {
  const byName = new Map(listed.map((tool) => [tool.name, tool]));
  return known.flatMap((tool) => {
    const { annotations } = byName.get(tool.name) ?? {};
    return byName.has(tool.name) ? [{ ...tool, annotations }] : [];
  });
}

/** The listing that the client sees first, without hidden tools. */
export function listingBlock(listing: ListedToolset, policy: readonly PolicyRule[]): ContentBlock {
  const { toolset, listed } = listing;
  const visible = listed.filter((tool) => !isHidden(tool, listing, policy));
  const tools = visible.map(({ name, description, inputSchema }) => ({
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
      const isWhole = Array.isArray(listing.tools) && listing.tools.every((tool) => typeof tool?.name === "string");
      if (isWhole) listings.set(listing.mcp_server_name, listing);
    }
  }
  return listings;
}

async function open(
  servers: ToolsetServers,
  toolset: Toolset,
  user: CallerUser | undefined,
  signal: AbortSignal,
): Promise<ToolsetConnection> {
  try {
    return await servers.open({ ...toolset.server, user }, signal);
  } catch (error) {
    throw error instanceof GatewayError ? error : unavailable(toolset, error);
  }
}

function unavailable({ server }: Toolset, cause: unknown): GatewayError {
  const page = loginPageIn(cause);
  if (page !== undefined) return new GatewayError("mcp_login_required", { server: server.name, url: page }, { cause });
  return new GatewayError(
    "toolset_unavailable",
    { server: server.name, reason: failureReason(server, cause) },
    { cause },
  );
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
