import type { Provider } from "../08-wire-fields/betas.ts";

/** What the engine needs to know about the model endpoint that a request goes to. */
export interface UpstreamFacts {
  /** Default: `anthropic`. */
  readonly provider?: Provider;
  /** Default: the provider's own. */
  readonly baseUrl?: string;
  /** What is known about it, from a table or a probe. Default: nothing. */
  readonly toolSearch?: "supported" | "unsupported";
  /** Whether it refused the feature recently. */
  readonly hasRefused?: boolean;
}

/** Whether the base URL leads to the provider itself, as far as its host name tells. */
export function isFirstPartyHost(baseUrl: string | undefined, hosts: readonly string[]): boolean {
  if (baseUrl === undefined) return true;
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/:?#]+)/i.exec(baseUrl)?.[1];
  return host !== undefined && hosts.includes(host.toLowerCase());
}
