import { matchesGlob } from "@toolcrib/shared/names";
import { isSafeUrl } from "../../identity/safe-url.ts";

/** Which hosts requests may make the gateway connect to. */
export interface HostRules {
  /**
   * Patterns of hosts (`mcp.example.com`, `*.example.com`), which are reached by https and never at a private address; or whole
   * origins (`http://localhost:8080`), which the operator trusts as they are.
   */
  readonly allowedHosts: readonly string[];
  /** A server of the config: its origin is trusted, and its host over TLS or on this machine. */
  readonly own?: URL | undefined;
}

/** Whether a URL may be used: `public` if its addresses must be public, `trusted` if the operator named its origin. */
export function judgeUrl(url: URL, { allowedHosts, own }: HostRules): "public" | "trusted" | "forbidden" {
  if (url.username !== "" || url.password !== "") return "forbidden";
  if (url.hostname === own?.hostname && (url.origin === own.origin || isSafeUrl(url))) return "trusted";
  const origins = allowedHosts.filter((entry) => entry.includes("://"));
  if (origins.some((origin) => originOf(origin) === url.origin)) return "trusted";
  if (url.protocol !== "https:") return "forbidden";
  const host = url.hostname.toLowerCase();
  const isAllowed = allowedHosts.some((entry) => !entry.includes("://") && matchesGlob(entry, host));
  return isAllowed ? "public" : "forbidden";
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
