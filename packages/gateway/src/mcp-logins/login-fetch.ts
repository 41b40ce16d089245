import type { UserServerEntry } from "@toolcrib/mcp/config";
import { createGuardedFetch, type ResolveHost } from "../plan/mcp-toolsets/guarded-fetch.ts";

/** Makes the requests of logins at a server. */
export type LoginFetch = ReturnType<typeof createGuardedFetch>;

export interface LoginFetchOptions {
  /** Origins that the operator trusts, whatever their addresses. */
  readonly trusted: readonly string[];
  /** Resolves hosts. Default: DNS. */
  readonly resolveHost?: ResolveHost | undefined;
}

/**
 * A server says where users log in, and must not lead the gateway to what only the gateway can reach: other hosts than its own need TLS
 * and a public address.
 */
export function createLoginFetch(
  { url }: Pick<UserServerEntry, "url">,
  { trusted, resolveHost }: LoginFetchOptions,
): LoginFetch {
  const origins = trusted.filter((entry) => entry.includes("://"));
  return createGuardedFetch({ allowedHosts: ["*", ...origins], own: new URL(url), resolveHost });
}
