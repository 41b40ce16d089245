import type { Tool } from "@toolcrib/core";
import { isBearerToken } from "@toolcrib/shared/text";
import type { ClientRequest } from "../../contracts/client-request.ts";
import type { ToolsetServer } from "../../contracts/toolset.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import { readServerHeaders } from "../../outgoing/server-headers.ts";

/** What a request says about one tool of a server. */
interface ToolsetToolConfig {
  readonly enabled?: boolean;
  readonly defer_loading?: boolean;
  /** Whether the client is asked about each call; only other dialects than the Messages API say so. */
  readonly require_approval?: boolean;
  /** Who may call it: the model (`direct`), programs, or both. Only the gateway runs calls of programs. */
  readonly allowed_callers?: readonly string[];
}

/** A toolset of a request: a server, and which of its tools are used. */
export interface Toolset {
  readonly server: ToolsetServer;
  readonly entry: Tool | undefined;
  readonly defaultConfig: ToolsetToolConfig;
  readonly configs: Readonly<Record<string, ToolsetToolConfig>>;
  /** Only these tools, if the deprecated form lists them. */
  readonly allowedTools: ReadonlySet<string> | undefined;
  /** A listing that the client pinned. */
  readonly pinned:
    | readonly { readonly name: string; readonly description?: string; readonly input_schema: unknown }[]
    | undefined;
  readonly cacheControl: unknown;
}

interface ServerEntry {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly url?: unknown;
  readonly authorization_token?: unknown;
  /** Only other dialects than the Messages API have them. */
  readonly headers?: unknown;
  readonly tool_configuration?: {
    readonly enabled?: boolean;
    readonly allowed_tools?: readonly string[] | null;
  } | null;
}

interface ToolsetEntry extends Tool {
  readonly mcp_server_name?: unknown;
  readonly default_config?: ToolsetToolConfig | null;
  readonly configs?: Readonly<Record<string, ToolsetToolConfig>> | null;
  readonly tools?: Toolset["pinned"] | null;
}

const deprecatedBeta = "mcp-client-2025-04-04";
/** The API's own limit. All servers of a request are asked at once. */
const maxServers = 20;

/** The toolsets of a request, by the API's rules: every server has exactly one toolset, and every toolset a server. */
export function readToolsets({ body, betas }: ClientRequest, entries: readonly Tool[]): readonly Toolset[] {
  const given = body.mcp_servers ?? [];
  if (given.length > maxServers) {
    const problem = `List should have at most ${maxServers} items after validation, not ${given.length}`;
    throw invalid("mcp_servers", problem);
  }
  const servers = given.map((server, position) => readServer(server as ServerEntry, position));
  const byName = new Map(servers.map((server) => [server.server.name, server]));
  if (byName.size < servers.length) throw invalid("mcp_servers", "MCP server names must be unique.");
  const toolsets = entries.map((entry) => readToolset(entry as ToolsetEntry, byName));
  const used = new Set(toolsets.map(({ server }) => server.name));
  if (used.size < toolsets.length) throw invalid("tools", "Each MCP server may be used by one mcp_toolset only.");
  for (const { server, configuration } of servers) {
    if (used.has(server.name)) continue;
    if (!betas.includes(deprecatedBeta) && configuration === undefined) {
      throw invalid("mcp_servers", `MCP server '${server.name}' is not referenced by any mcp_toolset in tools.`);
    }
    if (configuration?.enabled !== false) toolsets.push(ofDeprecatedForm(server, configuration));
  }
  return toolsets;
}

function readServer(entry: ServerEntry, position: number) {
  const { name, url, authorization_token: token, headers, tool_configuration: configuration } = entry ?? {};
  if (typeof name !== "string" || name === "" || name.length > 255) {
    throw invalid(`mcp_servers.${position}.name`, "Input should be a text of 1 to 255 characters");
  }
  // A name alone means a server in the gateway's own config.
  if (url !== undefined && typeof url !== "string")
    throw invalid(`mcp_servers.${position}.url`, "Input should be a valid URL");
  if (typeof token === "string" && !isBearerToken(token)) {
    // Without the token: it is a secret.
    const problem = "Input should be a token of visible ASCII characters, without spaces and line breaks";
    throw invalid(`mcp_servers.${position}.authorization_token`, problem);
  }
  const server: ToolsetServer = {
    name,
    ...(url === undefined ? {} : { url }),
    ...(typeof token === "string" ? { authorizationToken: token } : {}),
    ...(headers === undefined || headers === null
      ? {}
      : { headers: readServerHeaders(headers, (problem) => invalid(`mcp_servers.${position}.headers`, problem)) }),
  };
  if (!isConfiguration(configuration ?? {})) {
    throw invalid(
      `mcp_servers.${position}.tool_configuration`,
      "Input should be an object with a list of allowed_tools",
    );
  }
  return { server, configuration: configuration ?? undefined };
}

function isConfiguration(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { allowed_tools: allowed } = value as { readonly allowed_tools?: unknown };
  return allowed === undefined || allowed === null || Array.isArray(allowed);
}

function readToolset(entry: ToolsetEntry, byName: ReadonlyMap<string, { readonly server: ToolsetServer }>): Toolset {
  const name = entry.mcp_server_name;
  if (typeof name !== "string") throw invalid("tools", "mcp_toolset.mcp_server_name: Field required");
  // A server of the gateway's own config needs no entry in mcp_servers.
  const server = byName.get(name)?.server ?? { name };
  return {
    server,
    entry,
    defaultConfig: entry.default_config ?? {},
    configs: entry.configs ?? {},
    allowedTools: undefined,
    pinned: entry.tools ?? undefined,
    cacheControl: entry.cache_control,
  };
}

function ofDeprecatedForm(server: ToolsetServer, configuration: ServerEntry["tool_configuration"]): Toolset {
  return {
    server,
    entry: undefined,
    defaultConfig: {},
    configs: {},
    allowedTools: configuration?.allowed_tools == null ? undefined : new Set(configuration.allowed_tools),
    pinned: undefined,
    cacheControl: undefined,
  };
}

/** Whether a toolset enables a tool of its server. */
export function allowsTool({ allowedTools, configs, defaultConfig }: Toolset, name: string): boolean {
  if (allowedTools !== undefined && !allowedTools.has(name)) return false;
  return (configs[name]?.enabled ?? defaultConfig.enabled) !== false;
}

function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
