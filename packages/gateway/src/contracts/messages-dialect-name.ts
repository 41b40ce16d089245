import type { Upstream } from "./upstream.ts";

/** The name of the Messages API as a dialect, for clients and upstreams. */
export const messagesDialectName = "anthropic";

/** Whether an upstream speaks the Messages API: only there do references, deferred tools and beta names exist. */
export function speaksMessages({ dialect }: Pick<Upstream, "dialect">): boolean {
  return dialect === messagesDialectName;
}
