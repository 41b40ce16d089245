import type { PoolOptions, ServerPool } from "@toolcrib/mcp";
import type { RemoteServerEntry } from "@toolcrib/mcp/config";
import { Lru } from "../../caches/lru.ts";
import type { CallerUser } from "../../contracts/caller-user.ts";
import type { ToolsetConnection, ToolsetServer, ToolsetServers } from "../../contracts/toolset.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import { sha256 } from "../../hash/sha256.ts";
import { judgeUrl } from "./allowed-hosts.ts";
import { type ConfiguredUrl, configuredNameAt } from "./configured-name.ts";
import { unknownServer } from "./failure-reason.ts";
import { createGuardedFetch, type ResolveHost } from "./guarded-fetch.ts";

export interface ToolsetServersOptions {
  /** Hosts that URLs in requests may name; see `HostRules`. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Finds a server of the gateway's own config by name, for a user if the request has one; undefined if there is none. */
  readonly findNamed?: ((name: string, user?: CallerUser) => ToolsetConnection | undefined) | undefined;
  /** Those of them that are reached by URL. */
  readonly configuredUrls?: (() => readonly ConfiguredUrl[]) | undefined;
  /** Resolves hosts. Default: DNS. */
  readonly resolveHost?: ResolveHost | undefined;
  /** How many servers from requests stay connected. Default: 64. */
  readonly maxConnections?: number | undefined;
}

/** The MCP servers that requests may use: the operator's by name, others by URL if the operator allows their host. */
export function createToolsetServers(options: ToolsetServersOptions = {}): ToolsetServers {
  const rules = { allowedHosts: options.allowedHosts ?? [] };
  const fetch = createGuardedFetch({ ...rules, resolveHost: options.resolveHost });
  const pools = new Lru<string, ServerPool>(options.maxConnections ?? 64, (pool) => void pool.close());
  return {
    specificationVersion: "v1",
    async open(server) {
      if (server.url === undefined) return named(server, options);
      checkUrl(server, server.url, rules);
      // Loaded on first use: it is a third of all code, and most gateways never need it.
      const { ServerPool } = await import("@toolcrib/mcp");
      const key = keyOf(server);
      const pool = pools.get(key) ?? new ServerPool(poolOptions(server, server.url, fetch));
      pools.set(key, pool);
      const configuredName = configuredNameAt(server.url, options.configuredUrls?.() ?? []);
      return { ...pool.connection(server.name), configuredName };
    },
    async close() {
      await Promise.all(pools.clear().map((pool) => pool.close()));
    },
  };
}

function named({ name, user }: ToolsetServer, { findNamed }: ToolsetServersOptions): ToolsetConnection {
  const connection = findNamed?.(name, user);
  if (connection !== undefined) return connection;
  throw unknownServer(name);
}

function checkUrl({ name }: ToolsetServer, text: string, rules: { readonly allowedHosts: readonly string[] }): void {
  const isUrl = URL.canParse(text);
  if (isUrl && judgeUrl(new URL(text), rules) !== "forbidden") return;
  throw new GatewayError("toolset_forbidden", {
    server: name,
    expected: "https and an allowed host",
    // The path and the query may contain secrets.
    received: isUrl ? new URL(text).origin : "no URL",
  });
}

/** Two requests share a connection only if they name the same server in the same way, token included. */
function keyOf({ name, url, authorizationToken, headers }: ToolsetServer): string {
  return sha256(JSON.stringify([name, url, authorizationToken ?? null, headers ?? null]));
}

function poolOptions(
  { name, authorizationToken: token, headers = {} }: ToolsetServer,
  url: string,
  fetch: ReturnType<typeof createGuardedFetch>,
): PoolOptions {
  const entry: RemoteServerEntry = {
    name,
    source: "a request",
    transport: "http",
    url,
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    disabled: false,
    alwaysLoad: false,
    policy: [],
  };
  return { entries: [entry], cacheFolder: null, fetch, maxListAgeMilliseconds: 60_000 };
}
