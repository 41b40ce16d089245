import { McpError, type TrustGate, UserPools, type UserTokens } from "@toolcrib/mcp";
import type { ServerEntry } from "@toolcrib/mcp/config";

/** The servers that use the login of each user. */
export interface UserServersOfGateway extends Pick<UserPools, "of" | "setEntries" | "close"> {
  /** The gateway's store has the tokens, and the gateway is made last. */
  useTokens(tokens: UserTokens | undefined): void;
}

/** Opens the servers of users; nothing connects before a user comes. */
export function openUserServers(entries: readonly ServerEntry[], trust: TrustGate | undefined): UserServersOfGateway {
  let given: UserTokens | undefined;
  const tokens = (server: string): UserTokens => {
    if (given !== undefined) return given;
    throw new McpError("server_failed", { server, reason: "the gateway is still starting." });
  };
  const pools = new UserPools({
    entries,
    tokens: {
      token: async (user, entry) => tokens(entry.name).token(user, entry),
      renew: async (user, entry, rejected) => tokens(entry.name).renew(user, entry, rejected),
      loginWanted: (user, entry, cause) => tokens(entry.name).loginWanted(user, entry, cause),
    },
    ...(trust === undefined ? {} : { pool: { trust } }),
  });
  return {
    of: (user) => pools.of(user),
    setEntries: (changed) => pools.setEntries(changed),
    close: () => pools.close(),
    useTokens: (used) => {
      given = used;
    },
  };
}
