import type { UserServerEntry } from "@toolcrib/mcp/config";
import type { LoginFetch } from "../mcp-logins/login-fetch.ts";
import { createGuardedFetch } from "../plan/mcp-toolsets/guarded-fetch.ts";

/**
 * A server says where users log in, and must not lead the gateway to what only the gateway can reach: other hosts than its own need TLS
 * and a public address, unless the operator trusts their origin.
 */
export function createLoginFetch({ url }: Pick<UserServerEntry, "url">, trusted: readonly string[]): LoginFetch {
  const origins = trusted.filter((entry) => entry.includes("://"));
  return createGuardedFetch({ allowedHosts: ["*", ...origins], own: new URL(url) });
}
