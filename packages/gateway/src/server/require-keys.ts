import { isLoopbackHost } from "../config/loopback.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import { ConfigError } from "../errors/config-error.ts";

/** A gateway that is reachable from other machines must ask for keys. */
export function requireKeys({ keys, oidc, requireKeys: isRequired }: ResolvedConfig, host: string): void {
  if (keys.length === 0 && oidc === undefined && !isRequired && !isLoopbackHost(host))
    throw new ConfigError("open_without_keys", { host });
}
