import { describeValue } from "@toolcrib/shared/errors";
import { findApiKey } from "../config/api-keys.ts";
import { isLoopbackHost } from "../config/loopback.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { Credentials } from "../contracts/upstream.ts";
import { GatewayError } from "../errors/gateway-error.ts";

type Headers = Readonly<Record<string, string>>;

/** Who called, and what they are allowed to do. */
export interface Caller {
  /** The key's name; undefined when the gateway has no keys. */
  readonly name: string | undefined;
  /** SHA-256 of the key, by which its rules are found. */
  readonly keyHash: string | undefined;
  readonly isAdmin: boolean;
  /** Credentials to forward to an upstream without a configured key; never a key of this gateway. */
  readonly credentials: Credentials;
}

/**
 * Refuses requests that a web page could send without its user knowing: through a host name that points at this machine (DNS
 * rebinding), and from other origins.
 */
export function checkOrigin(headers: Headers, config: ResolvedConfig): void {
  const host = headers["host"] ?? "";
  if (config.keys.length === 0 && !isLoopbackHost(host) && !config.allowedHosts.includes(hostName(host))) {
    throw new GatewayError("forbidden_host", { received: describeValue(host) });
  }
  const origin = headers["origin"];
  if (origin !== undefined && !isAllowedOrigin(origin, config)) {
    throw new GatewayError("forbidden_origin", { received: describeValue(origin) });
  }
}

/** The headers that let a page of an allowed origin read the answer. */
export function corsHeaders(headers: Headers, config: ResolvedConfig): Record<string, string> {
  const origin = headers["origin"];
  if (origin === undefined || !config.corsOrigins.includes(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
    "access-control-expose-headers": "*",
    vary: "origin",
  };
}

/** Identifies the caller from the headers. Throws if a key is required and none matches. */
export function identifyCaller(headers: Headers, config: ResolvedConfig): Caller {
  const apiKey = headers["x-api-key"];
  const authorization = headers["authorization"];
  if (config.keys.length === 0) {
    return { name: undefined, keyHash: undefined, isAdmin: true, credentials: { apiKey, authorization } };
  }
  const ownHeader = headers["toolcrib-key"];
  const bearer = authorization === undefined ? undefined : /^Bearer\s+(.+)$/i.exec(authorization)?.[1];
  const given = [ownHeader, apiKey, bearer].filter((key) => key !== undefined);
  if (given.length === 0) throw new GatewayError("missing_key", {});
  for (const key of given) {
    const entry = findApiKey(config.keys, key);
    if (entry === undefined) continue;
    return {
      name: entry.name,
      keyHash: entry.sha256.toLowerCase(),
      isAdmin: entry.admin ?? false,
      credentials: {
        apiKey: apiKey === key ? undefined : apiKey,
        authorization: bearer === key ? undefined : authorization,
      },
    };
  }
  throw new GatewayError("invalid_key", {});
}

/** Identifies the caller from the headers, for endpoints that only administrators may use. */
export function requireAdmin(headers: Headers, config: ResolvedConfig): Caller {
  const caller = identifyCaller(headers, config);
  if (!caller.isAdmin) throw new GatewayError("forbidden_admin", { received: describeValue(caller.name) });
  return caller;
}

function isAllowedOrigin(origin: string, config: ResolvedConfig): boolean {
  if (config.corsOrigins.includes(origin)) return true;
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host);
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}
