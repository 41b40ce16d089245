import type { Tool } from "@toolcrib/core";
import { checkMessages } from "@toolcrib/core/conversation";
import { hidesTool, mayHideFrom, type PolicyRule } from "@toolcrib/core/policy";
import { checkTool } from "@toolcrib/core/tools";
import { oncePer } from "@toolcrib/shared/caches";
import { Lru } from "../../caches/lru.ts";
import type { RequestCatalogue } from "../../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../../contracts/client-request.ts";
import type { GatewayTool } from "../../contracts/gateway-tool.ts";
import type { ToolsetServers } from "../../contracts/toolset.ts";
import { toolsetToolName } from "../../conversation/shown-blocks.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { AnswerContext } from "../../memory/answer-context.ts";
import type { LoaderChoice } from "../../route/choose-loader.ts";
import { makeTurn, planOf } from "../../turn/make-turn.ts";
import type { Turn } from "../../turn/turn.ts";
import { withSearchFunctions } from "../server-search/server-search-tools.ts";
import { searching } from "../server-search/server-search-turn.ts";
import { disallowedTools, expandToolset, type ToolsetTool } from "./expand-toolset.ts";
import { allowsTool, readToolsets } from "./read-toolsets.ts";
import { isHidden } from "./rule-names.ts";
import { type ListedToolset, listingBlock, listToolsets } from "./toolset-listings.ts";
import { toolsetTool } from "./toolset-tool.ts";

const listingBeta = "mcp-client-2026-09-15";
const betasOfToolsets = /^mcp-client-/;
const maxExpansions = 64;

/** Whether a request uses MCP servers. */
export function hasToolsets({ body }: ClientRequest, { toolsets }: RequestCatalogue): boolean {
  return toolsets.length > 0 || (body.mcp_servers ?? []).length > 0;
}

/** Whether rules may apply to the servers that a request names: then they cannot be left to the upstream. */
export function areToolsetsRuled(request: ClientRequest, catalogue: RequestCatalogue): boolean {
  return ruledServer(request, catalogue) !== undefined;
}

/** Whether a client wants to be asked about calls: then they cannot be left to the upstream, which has no such setting. */
export function wantApproval({ toolsets }: RequestCatalogue): boolean {
  return toolsets.some(asksForApproval);
}

function asksForApproval(entry: Tool): boolean {
  const { default_config: byDefault, configs } = entry as Tool &
    Readonly<Record<"default_config" | "configs", unknown>>;
  return [byDefault, ...Object.values(configs ?? {})].some(
    (config) => (config as { readonly require_approval?: unknown } | null | undefined)?.require_approval === true,
  );
}

/** Refuses toolsets with rules if the gateway cannot run them under these rules. */
export function requireUnruledToolsets(request: ClientRequest, catalogue: RequestCatalogue): void {
  const asking = catalogue.toolsets.find(asksForApproval);
  const server =
    ruledServer(request, catalogue) ?? (asking as { readonly mcp_server_name?: string } | undefined)?.mcp_server_name;
  if (server === undefined) return;
  const reason = "the rules for its tools cannot be followed, because this gateway runs no MCP servers.";
  throw new GatewayError("toolset_unavailable", { server, reason });
}

function ruledServer({ body, policy }: ClientRequest, { toolsets }: RequestCatalogue): string | undefined {
  const inTools = toolsets.map((entry) => (entry as { readonly mcp_server_name?: unknown }).mcp_server_name);
  const inServers = (body.mcp_servers ?? []).map((entry) => (entry as { readonly name?: unknown } | null)?.name);
  return [...inTools, ...inServers].map(String).find((server) => mayHideFrom(server, policy));
}

/** A turn in which the gateway runs the MCP servers that the request names, and its searches too. */
export async function toolsetTurn(
  given: ClientRequest,
  context: AnswerContext,
  parts: { readonly catalogue: RequestCatalogue; readonly choice: LoaderChoice },
  servers: ToolsetServers,
): Promise<Turn> {
  const { catalogue } = parts;
  catalogue.tools.forEach(checkTool);
  checkMessages(given.body.messages);
  const toolsets = readToolsets(given, catalogue.toolsets);
  // Servers may take long to start; from here on the gateway writes the answer in any case.
  given.onOwnStream?.();
  const listings = await listToolsets(toolsets, given.body.messages, {
    servers,
    policy: given.policy,
    user: given.user,
    signal: given.signal,
    trace: given.trace,
  });
  checkToolCount(catalogue, listings, given);
  const request = withoutToolsets(given);
  const { tools, expanded, disallowed } = expand(catalogue.tools, listings, given.policy);
  checkDeferredCount(tools, given);
  const turn = makeTurn(request, context, { ...parts, execution: "mcp-toolset", kind: "server", tools });
  const { gatewayTools, prepareSearch } = searching(turn, catalogue, context);
  const plan = planOf(turn);
  for (const tool of toolsetTools(listings, expanded, turn, context)) {
    // A hidden tool is not run either, whatever the model calls.
    if (plan.byName.has(tool.name)) gatewayTools.set(tool.name, tool);
  }
  for (const tool of toolsetTools(listings, disallowed, turn, context)) {
    if (!plan.byName.has(tool.name)) gatewayTools.set(tool.name, tool);
  }
  const isShown = given.betas.includes(listingBeta);
  const shownFirst = isShown
    ? listings.filter(({ wasAsked }) => wasAsked).map((listing) => listingBlock(listing, given.policy))
    : [];
  const toolsetPrefixes = toolsets.map(({ server }) => toolsetToolName(server.name, ""));
  return { ...turn, gatewayTools, prepareSearch, shownFirst, toolsetPrefixes };
}

function toolsetTools(
  listings: readonly ListedToolset[],
  expanded: readonly (readonly ToolsetTool[])[],
  { request, budget }: Turn,
  { now, callJournal }: AnswerContext,
): readonly GatewayTool[] {
  const { trace, policy, callControl: control } = request;
  const attempt = callJournal.attempt(request);
  return listings.flatMap(({ connect, toolset: { server } }, position) =>
    (expanded[position] ?? []).map((tool) =>
      toolsetTool(tool, { connect, server, policy, budget, attempt, control, trace, now }),
    ),
  );
}

/** The request for the upstream, without the servers that the gateway runs. */
function withoutToolsets(request: ClientRequest): ClientRequest {
  const { mcp_servers: _servers, ...body } = request.body;
  return { ...request, body, betas: request.betas.filter((beta) => !betasOfToolsets.test(beta)) };
}

interface Expansion {
  readonly tools: readonly Tool[];
  readonly expanded: readonly (readonly ToolsetTool[])[];
  /** What the request does not allow, by listing too. */
  readonly disallowed: readonly (readonly ToolsetTool[])[];
}

const expansionsOf = oncePer((_tools: readonly Tool[]) =>
  oncePer((_policy: readonly PolicyRule[]) => new Lru<string, Expansion>(maxExpansions)),
);

/** The tools of a request with its toolsets replaced by their servers' tools; the same array until a listing changes. */
function expand(tools: readonly Tool[], listings: readonly ListedToolset[], policy: readonly PolicyRule[]): Expansion {
  const known = expansionsOf(tools)(policy);
  const key = JSON.stringify(
    listings.map(({ toolset: { server, allowedTools }, ruleServer, listed }) => [
      server.name,
      ruleServer,
      allowedTools && [...allowedTools],
      listed,
    ]),
  );
  let expansion = known.get(key);
  if (expansion === undefined) {
    expansion = makeExpansion(tools, listings, policy);
    known.set(key, expansion);
  }
  return expansion;
}

function makeExpansion(
  tools: readonly Tool[],
  listings: readonly ListedToolset[],
  policy: readonly PolicyRule[],
): Expansion {
  // A hidden tool must not collide with a client's tool of the same name.
  const ownNames = new Set(tools.map(({ name }) => name));
  const expanded = listings.map((listing) =>
    expandToolset(listing, policy).filter(({ tool }) => !ownNames.has(tool.name) || !hidesTool(tool, policy)),
  );
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
  return { tools: all, expanded, disallowed: listings.map(disallowedTools) };
}

/** Before anything is made of them. Hidden tools do not count, because no number may tell of them. */
function checkToolCount(
  { tools, toolsets }: RequestCatalogue,
  listings: readonly ListedToolset[],
  { maxTools: limit, policy }: Pick<ClientRequest, "maxTools" | "policy">,
): void {
  let received = tools.length - toolsets.length;
  for (const listing of listings) {
    const allowed = listing.listed.filter(({ name }) => allowsTool(listing.toolset, name));
    received += allowed.filter((tool) => !isHidden(tool, listing, policy)).length;
  }
  if (received > limit) throw new GatewayError("too_many_tools", { limit, received });
}

/** Without hidden tools, which no number may tell of. */
function checkDeferredCount(
  tools: readonly Tool[],
  { maxDeferredTools: limit, policy }: Pick<ClientRequest, "maxDeferredTools" | "policy">,
): void {
  const deferred = tools.filter(({ defer_loading }) => defer_loading === true);
  if (deferred.length <= limit) return;
  const received = deferred.filter((tool) => !hidesTool(tool, policy)).length;
  if (received > limit) throw new GatewayError("too_many_deferred_tools", { limit, received });
}

function isToolset({ type }: Tool): boolean {
  return type === "mcp_toolset";
}
