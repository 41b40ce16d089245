import { describeValue } from "@toolcrib/shared/errors";
import type { Principal, Role } from "@toolcrib/store";
import { findApiKey } from "../config/api-keys.ts";
import { isLoopbackHost } from "../config/loopback.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { Credentials } from "../contracts/upstream.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { hashApiKey } from "../identity/api-key.ts";
import { holdsGatewayKey } from "./gateway-keys.ts";
import type { ConfiguredState } from "./gateway-state.ts";

type Headers = Readonly<Record<string, string>>;

/** What callers are identified with. */
export type AccessState = Pick<ConfiguredState, "config" | "directory" | "tokens">;

/** Who called, and what they are allowed to do. */
export interface Caller {
  readonly principal: Principal;
  /** The principal's name; undefined when the gateway has no keys. */
  readonly name: string | undefined;
  /** Identifies what is kept for the caller; undefined when the gateway has no keys. */
  readonly id: string | undefined;
  /** Credentials to forward to an upstream without a configured key; never a key of this gateway. */
  readonly credentials: Credentials;
}

/** Everybody, where no keys exist. */
const anybody: Principal = {
  id: "",
  name: undefined,
  organisation: undefined,
  teams: [],
  user: undefined,
  key: undefined,
  role: "operator",
};

/** Whether requests need no key: nobody has made one, and the config asks for none. */
export function isOpen({ config, directory }: AccessState): boolean {
  return !config.requireKeys && config.oidc === undefined && config.keys.length === 0 && !directory.needsKeys;
}

/**
 * Refuses requests that a web page could send without its user knowing: through a host name that points at this machine (DNS
 * rebinding), and from other origins.
 */
export function checkOrigin(headers: Headers, state: AccessState): void {
  const { config } = state;
  const host = headers["host"] ?? "";
  if (isOpen(state) && !isLoopbackHost(host) && !config.allowedHosts.includes(hostName(host))) {
    throw new GatewayError("forbidden_host", { received: describeValue(host) });
  }
  const origin = headers["origin"];
  if (origin !== undefined && !isAllowedOrigin(origin, host, state)) {
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
export async function identifyCaller(headers: Headers, state: AccessState): Promise<Caller> {
  const apiKey = headers["x-api-key"];
  const authorization = headers["authorization"];
  if (isOpen(state)) {
    return { principal: anybody, name: undefined, id: undefined, credentials: { apiKey, authorization } };
  }
  const ownHeader = headers["toolcrib-key"];
  const bearer = authorization === undefined ? undefined : /^Bearer\s+(.+)$/i.exec(authorization)?.[1];
  const given = [ownHeader, apiKey, bearer].filter((key) => key !== undefined);
  if (given.length === 0) throw new GatewayError("missing_key", {});
  for (const key of given) {
    const principal = findKeyHolder(key, state) ?? (await findTokenHolder(key, state));
    if (principal === undefined) continue;
    const isOwn = (text: string | undefined): boolean =>
      text !== undefined && (text.includes(key) || holdsGatewayKey(text, state));
    const credentials = {
      apiKey: isOwn(apiKey) ? undefined : apiKey,
      authorization: isOwn(authorization) ? undefined : authorization,
    };
    return { principal, name: principal.name, id: principal.id, credentials };
  }
  if (!state.directory.isLoaded) throw new GatewayError("keys_unavailable", {});
  throw new GatewayError("invalid_key", {});
}

const roles: readonly Role[] = ["member", "admin", "operator"];

/** Identifies the caller from the headers, for endpoints that only some roles may use. */
export async function requireRole(headers: Headers, state: AccessState, needed: Role): Promise<Caller> {
  const caller = await identifyCaller(headers, state);
  if (roles.indexOf(caller.principal.role) < roles.indexOf(needed)) {
    throw new GatewayError("forbidden_admin", { received: describeValue(caller.name) });
  }
  return caller;
}

/** Who a token speaks for, with what the store knows about the user. */
async function findTokenHolder(token: string, { tokens, directory }: AccessState): Promise<Principal | undefined> {
  const user = await tokens?.verify(token);
  if (user === undefined) return undefined;
  // Without it, nobody knows what the user may see.
  if (!directory.isLoaded) throw new GatewayError("keys_unavailable", {});
  await directory.ensure(user.organisation);
  const principal = directory.findUser(user.organisation, user.user, user);
  if (principal === undefined) throw new GatewayError("invalid_token", { reason: "the user is disabled" });
  return principal;
}

function findKeyHolder(key: string, { config, directory }: AccessState): Principal | undefined {
  const entry = findApiKey(config.keys, key);
  if (entry !== undefined) {
    const { name, admin } = entry;
    return {
      ...anybody,
      id: entry.sha256.toLowerCase(),
      name,
      key: name,
      role: admin === true ? "operator" : "member",
    };
  }
  const found = directory.findKey(hashApiKey(key).toString("hex"));
  if (found?.endedAt !== undefined) {
    throw new GatewayError("expired_key", { at: new Date(found.endedAt).toISOString() });
  }
  return found?.principal;
}

/**
 * With keys, a page of another port of this machine has none. Without, it could use the upstream's key: only the gateway's own pages
 * may, by whichever name of this machine they were opened.
 */
function isAllowedOrigin(origin: string, host: string, state: AccessState): boolean {
  const { corsOrigins, publicUrl } = state.config;
  // The gateway's own pages send their forms here.
  if (corsOrigins.includes(origin) || origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (!isOpen(state)) return isLoopbackHost(page.host);
  const own = `${page.protocol}//${host}`;
  if (!URL.canParse(own)) return false;
  const { hostname, port } = new URL(own);
  return page.port === port && (page.hostname === hostname || (isLoopbackHost(page.host) && isLoopbackHost(host)));
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}
