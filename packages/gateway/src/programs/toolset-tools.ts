import type { Tool } from "@toolcrib/core";
import { hidesTool } from "@toolcrib/core/policy";
import { readCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { allowsPrograms, callersIn, toolsetAllowsPrograms } from "../inner-form/program-parts.ts";
import type { CallJournal } from "../memory/call-journal.ts";
import { expandToolset, type ToolsetTool } from "../plan/mcp-toolsets/expand-toolset.ts";
import { readToolsets, type Toolset } from "../plan/mcp-toolsets/read-toolsets.ts";
import { type ListedToolset, listToolsets } from "../plan/mcp-toolsets/toolset-listings.ts";
import { callToolsetTool } from "../plan/mcp-toolsets/toolset-tool.ts";
import type { RequestBudget } from "../turn/request-budget.ts";
import type { CallableTool } from "./callable-tools.ts";

/** What calls tools of MCP servers. */
export interface ToolsetServices {
  readonly toolsetServers: ToolsetServers | undefined;
  readonly callJournal: CallJournal;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
}

/** The tools of MCP servers that programs may call, and the request without what only they may call. */
export interface OpenedToolsets {
  readonly callable: readonly CallableTool[];
  readonly body: MessagesBody;
}

/** Lists the servers whose tools programs may call. The tools are sorted by name: the order of a listing must not change a prompt. */
export async function openToolsets(
  request: ClientRequest,
  services: ToolsetServices,
  budget: RequestBudget,
): Promise<OpenedToolsets> {
  const { body, policy, user, signal } = request;
  const entries = readCatalogue(body.tools).toolsets;
  if (!entries.some(toolsetAllowsPrograms)) return { callable: [], body };
  const toolsets = readToolsets(request, entries).filter(
    ({ entry }) => entry !== undefined && toolsetAllowsPrograms(entry),
  );
  const { toolsetServers: servers, callJournal, clock: now } = services;
  if (servers === undefined) throw noServers(toolsets);
  // Servers may take long to start; from here on the gateway writes the answer in any case.
  request.onOwnStream?.();
  const { trace, callControl: control } = request;
  const listings = await listToolsets(toolsets, [], { servers, policy, user, signal, trace });
  const attempt = callJournal.attempt(request);
  const expanded = listings.map((listing) => ({ listing, tools: expandToolset(listing, policy) }));
  const callable = expanded.flatMap(({ listing: { connect, toolset }, tools }) =>
    tools
      .filter(({ tool, allowedCallers }) => allowsPrograms(callersIn(allowedCallers)) && !hidesTool(tool, policy))
      // A client that knows nothing about programs would be asked about a call in the middle of one.
      .filter(({ needsApproval }) => !needsApproval || request.hidesPrograms !== true)
      .map((each) =>
        callableTool(each, { server: toolset.server, connect, policy, budget, attempt, control, trace, now }),
      ),
  );
  callable.sort((left, right) => (left.tool.name < right.tool.name ? -1 : 1));
  return { callable, body: withoutProgramTools(body, expanded) };
}

function callableTool(toolsetTool: ToolsetTool, options: Parameters<typeof callToolsetTool>[2]): CallableTool {
  const { tool, server, bareName, needsApproval, outputSchema } = toolsetTool;
  return {
    tool: tool as CallableTool["tool"],
    outputSchema,
    own: {
      server,
      bareName,
      isReadOnly: tool.annotations?.["readOnlyHint"] === true,
      needsApproval,
      call: (input, caller) => callToolsetTool(toolsetTool, input, options, caller),
    },
  };
}

/** Disables what the model may not call itself, and drops toolsets of which nothing is left. */
function withoutProgramTools(
  body: MessagesBody,
  expanded: readonly { readonly listing: ListedToolset; readonly tools: readonly ToolsetTool[] }[],
): MessagesBody {
  const directEntries = new Map<Tool, Tool | undefined>();
  const dropped = new Set<string>();
  for (const { listing, tools } of expanded) {
    const { entry, server } = listing.toolset;
    if (entry === undefined) continue;
    const hidden = tools.filter(({ allowedCallers }) => !callersIn(allowedCallers).includes("direct"));
    const isDropped = hidden.length === tools.length;
    if (isDropped) dropped.add(server.name);
    directEntries.set(entry, isDropped ? undefined : withDisabled(entry, listing.toolset, hidden));
  }
  const tools = body.tools?.flatMap((tool) => (directEntries.has(tool) ? (directEntries.get(tool) ?? []) : [tool]));
  const isKept = (server: unknown) => !dropped.has(String((server as { readonly name?: unknown } | null)?.name));
  const { mcp_servers: servers, ...rest } = body;
  const kept = servers?.filter(isKept) ?? [];
  return { ...rest, tools, ...(kept.length > 0 && { mcp_servers: kept }) } as MessagesBody;
}

function withDisabled(entry: Tool, { configs, defaultConfig }: Toolset, hidden: readonly ToolsetTool[]): Tool {
  const { allowed_callers: _callers, ...byDefault } = defaultConfig;
  const direct = Object.entries(configs).map(([name, { allowed_callers: _own, ...config }]) => [name, config]);
  const disabled = hidden.map(({ bareName }) => [bareName, { enabled: false }]);
  return { ...entry, default_config: byDefault, configs: Object.fromEntries([...direct, ...disabled]) } as Tool;
}

function noServers([first]: readonly Toolset[]): GatewayError {
  const reason = "programs cannot call its tools, because this gateway runs no MCP servers.";
  return new GatewayError("toolset_unavailable", { server: first?.server.name ?? "", reason });
}
