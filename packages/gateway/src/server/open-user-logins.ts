import type { UserServerEntry } from "@toolcrib/mcp/config";
import { MemoryStore, SecretBox, SecretStore, secretKeysVariable } from "@toolcrib/store";
import type { AuditEvent } from "../contracts/audit.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { LoginEvent } from "../mcp-logins/login-events.ts";
import { LoginFlows, type LoginFlowsOptions } from "../mcp-logins/login-flows.ts";
import { UserLogins } from "../mcp-logins/user-logins.ts";
import { createLoginFetch } from "./create-login-fetch.ts";
import type { GatewayStore } from "./open-gateway-store.ts";

export interface OpenUserLoginsOptions {
  readonly entries: (() => readonly UserServerEntry[]) | undefined;
  readonly store: GatewayStore;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly clock: () => number;
  readonly publicUrl: () => string;
  readonly onEvent: (event: LoginEvent) => void;
  /** Origins where users may log in, besides the servers' own hosts and those of the internet. */
  readonly trustedOrigins: () => readonly string[];
  readonly mayUse: LoginFlowsOptions["mayUse"];
}

/** Logins of users at MCP servers. */
export interface OpenedUserLogins {
  readonly entries: () => readonly UserServerEntry[];
  /** Undefined if the gateway has no such servers, now and later. */
  readonly logins: UserLogins | undefined;
  readonly flows: LoginFlows | undefined;
  /** Throws if the servers need keys that the environment does not have. */
  check(): void;
}

/** The line of the audit log about a login. */
export function loginChange({ user, server, change, by }: LoginEvent, now: () => number): AuditEvent {
  const given = { organisation: user.organisation, key: by?.key, user: by?.user };
  return {
    kind: "change",
    at: new Date(now()).toISOString(),
    door: change === "disconnect-server" ? "admin" : "connect",
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    change: { change, server, user: user.name },
    outcome: "ok",
  };
}

/** Opens the logins of users, if the gateway may have servers that use them. */
export async function openUserLogins(options: OpenUserLoginsOptions): Promise<OpenedUserLogins> {
  const { entries, store, environment, now, mayUse, trustedOrigins } = options;
  if (entries === undefined) return { entries: () => [], logins: undefined, flows: undefined, check: () => {} };
  const box = new SecretBox(environment[secretKeysVariable]);
  // Logins must not be dropped to make room for other values.
  const place = store.shared ?? new MemoryStore(now);
  const secrets = new SecretStore(place, box, now);
  const mcp = await import("@toolcrib/mcp");
  const fetchFor: LoginFlowsOptions["fetchFor"] = (entry) => createLoginFetch(entry, trustedOrigins());
  const logins = new UserLogins({ ...options, mcp, secrets, store: place, fetchFor });
  return {
    entries,
    logins,
    flows: new LoginFlows({ mcp, secrets, logins, entries, mayUse, now, fetchFor }),
    check: () => {
      const [first] = entries();
      if (first !== undefined && store.shared !== undefined && box.isTemporary) {
        throw new ConfigError("secret_keys_needed", { server: first.name, variable: secretKeysVariable });
      }
    },
  };
}
