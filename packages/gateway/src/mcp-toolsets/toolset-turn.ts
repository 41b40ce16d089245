import type { Tool } from "@toolcrib/core";
import type { Inside } from "../answer/inside.ts";
import { makeTurn, planOf } from "../answer/make-turn.ts";
import type { Turn } from "../answer/turn.ts";
import type { LoaderChoice } from "../capabilities/choose-loader.ts";
import { Lru } from "../catalogue/lru.ts";
import type { RequestCatalogue } from "../catalogue/request-catalogue.ts";
import type { GatewayTool } from "../contracts/gateway-tool.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import type { ClientRequest } from "../contracts/turn.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { withSearchFunctions } from "../server-search/server-search-tools.ts";
import { searching } from "../server-search/server-search-turn.ts";
import { expandToolset, type ToolsetTool } from "./expand-toolset.ts";
import { readToolsets } from "./read-toolsets.ts";
import { type ListedToolset, listingBlock, listToolsets } from "./toolset-listings.ts";
import { toolsetTool } from "./toolset-tool.ts";

const listingBeta = "mcp-client-2026-09-15";
const betasOfToolsets = /^mcp-client-/;
const mostExpansions = 64;
const mostDeferred = 10_000;

/** Whether a request uses MCP servers that somebody must run. */
export function hasToolsets({ body }: ClientRequest, { toolsets }: RequestCatalogue): boolean {
  return toolsets.length > 0 || (body.mcp_servers ?? []).length > 0;
}

/** A turn in which the gateway runs the MCP servers that the request names, and its searches too. */
export async function toolsetTurn(
  given: ClientRequest,
  inside: Inside,
  parts: { readonly catalogue: RequestCatalogue; readonly choice: LoaderChoice },
  servers: ToolsetServers,
): Promise<Turn> {
  const { catalogue } = parts;
  const toolsets = readToolsets(given, catalogue.toolsets);
  const listings = await listToolsets(toolsets, given.body.messages, { servers, signal: given.signal });
  const request = withoutToolsets(given);
  const { tools, expanded } = expand(catalogue.tools, listings);
  const turn = makeTurn(request, inside, { ...parts, execution: "mcp-toolset", kind: "server", tools });
  const { gatewayTools, prepareSearch } = searching(turn, catalogue, inside);
  const plan = planOf(turn);
  for (const tool of toolsetTools(listings, expanded, request, inside)) {
    // What a rule hides is not run either, whatever the model calls.
    if (plan.byName.has(tool.name)) gatewayTools.set(tool.name, tool);
  }
  const isShown = given.betas.includes(listingBeta);
  const shownFirst = isShown ? listings.filter(({ wasAsked }) => wasAsked).map(listingBlock) : [];
  return { ...turn, gatewayTools, prepareSearch, shownFirst };
}

function toolsetTools(
  listings: readonly ListedToolset[],
  expanded: readonly (readonly ToolsetTool[])[],
  { trace }: ClientRequest,
  { now }: Inside,
): readonly GatewayTool[] {
  return listings.flatMap(({ connect }, position) =>
    (expanded[position] ?? []).map((tool) => toolsetTool(tool, { connect, trace, now })),
  );
}

/** The request as the upstream is to see it: what the gateway runs is no business of its. */
function withoutToolsets(request: ClientRequest): ClientRequest {
  const { mcp_servers: _servers, ...body } = request.body;
  return { ...request, body, betas: request.betas.filter((beta) => !betasOfToolsets.test(beta)) };
}

interface Expansion {
  readonly tools: readonly Tool[];
  readonly expanded: readonly (readonly ToolsetTool[])[];
}

const expansions = new WeakMap<readonly Tool[], Lru<string, Expansion>>();

/** The tools of a request with those of its servers where their toolsets stood: the same array while nobody's list changes. */
function expand(tools: readonly Tool[], listings: readonly ListedToolset[]): Expansion {
  const known = expansions.get(tools) ?? new Lru<string, Expansion>(mostExpansions);
  expansions.set(tools, known);
  const key = JSON.stringify(
    listings.map(({ toolset, listed }) => [toolset.server.name, toolset.allowedTools, listed]),
  );
  let expansion = known.get(key);
  if (expansion === undefined) {
    expansion = makeExpansion(tools, listings);
    known.set(key, expansion);
  }
  return expansion;
}

function makeExpansion(tools: readonly Tool[], listings: readonly ListedToolset[]): Expansion {
  const expanded = listings.map(({ toolset, listed }) => expandToolset(toolset, listed));
  const byEntry = new Map<Tool | undefined, readonly Tool[]>();
  for (const [position, { toolset }] of listings.entries()) {
    const own = (expanded[position] ?? []).map(({ tool }) => tool);
    byEntry.set(toolset.entry, toolset.entry === undefined ? [...(byEntry.get(undefined) ?? []), ...own] : own);
  }
  const written = withSearchFunctions(tools).flatMap((tool) => (isToolset(tool) ? (byEntry.get(tool) ?? []) : [tool]));
  const all = [...written, ...(byEntry.get(undefined) ?? [])];
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw new GatewayError("invalid_body", { field: "tools", problem: "Tool names must be unique." });
  }
  const deferred = all.filter(({ defer_loading }) => defer_loading === true).length;
  if (deferred > mostDeferred)
    throw new GatewayError("too_many_deferred_tools", { limit: mostDeferred, received: deferred });
  return { tools: all, expanded };
}

function isToolset({ type }: Tool): boolean {
  return type === "mcp_toolset";
}
