import type { UpstreamFacts } from "@toolcrib/core/engine";
import type { Loader } from "@toolcrib/core/loaders";
import { builtInLoaders, usesReferences } from "@toolcrib/core/loaders";
import type { Route } from "../contracts/route.ts";
import type { Capabilities, Capability } from "./capabilities.ts";
import { findLoader } from "./loader-table.ts";

/** A loader, why it was chosen, and what is known of the upstream besides. */
export interface LoaderChoice {
  readonly loader: Loader;
  readonly reason: string;
  readonly upstream: UpstreamFacts;
  /** Whether messages of the role `system` may stay in the conversation. */
  readonly takesSystemMessages: boolean;
}

/** What a choice is made from. */
export interface LoaderQuestion {
  readonly route: Route;
  readonly model: string;
  readonly capabilities: Capabilities;
  /** Whether the upstream refused deferred tools or references for this model a short while ago. */
  readonly hasRefused: boolean;
  readonly toolCount: number;
  /** What a probe found, where one was made. */
  readonly probed?: "honoured" | "dropped" | undefined;
}

/**
 * How found tools become callable on a route. The user's word goes first, then what an upstream refused a short while ago, then the
 * table, then a probe. `native` is never a guess: an upstream that nobody knows may drop the fields silently.
 */
export function chooseLoader(question: LoaderQuestion): LoaderChoice {
  const { route, model, capabilities } = question;
  const entry = capabilities.find(route.upstream, model);
  const upstream = engineUpstream(route, entry);
  const { loader, reason } = decide(question, entry);
  return {
    loader,
    reason,
    upstream,
    takesSystemMessages:
      route.upstream.dialect !== "anthropic" || (entry?.takesSystemMessages ?? usesReferences(loader)),
  };
}

function decide(
  { route, capabilities, toolCount, probed, hasRefused }: LoaderQuestion,
  entry: Capability | undefined,
): { readonly loader: Loader; readonly reason: string } {
  const { native, bridge } = builtInLoaders;
  const wanted = route.loader === "auto" ? undefined : findLoader(capabilities.loaders, route.loader);
  const takesReferences = route.upstream.dialect === "anthropic";
  if (wanted !== undefined && (takesReferences || !usesReferences(wanted))) {
    // E2.5: what was refused is not sent again for a while, whoever asked for it.
    if (usesReferences(wanted) && hasRefused) return { loader: bridge, reason: "refused a short while ago" };
    return { loader: wanted, reason: "the route" };
  }
  if (hasRefused) return { loader: bridge, reason: "refused a short while ago" };
  if (entry !== undefined) {
    const { loader } = entry;
    const isTooMuch = !loader.defers && toolCount > (entry.maxTools ?? Number.POSITIVE_INFINITY);
    const because = `the capability table${entry.note === undefined ? "" : `: ${entry.note}`}`;
    return isTooMuch
      ? { loader: bridge, reason: `${because}, but more than ${entry.maxTools} tools` }
      : { loader, reason: because };
  }
  if (probed === "honoured" && takesReferences) {
    return { loader: native, reason: "a probe: deferred tools are not counted" };
  }
  return { loader: bridge, reason: probed === "dropped" ? "a probe: the fields are dropped" : "an unknown upstream" };
}

/** The upstream as the engine knows one. That it can do what its loader does is decided here, so the engine does not doubt it. */
function engineUpstream({ upstream }: Route, entry: Capability | undefined): UpstreamFacts {
  return {
    provider: entry?.provider ?? "other",
    toolSearch: "supported",
    ...(upstream.baseUrl === undefined ? { baseUrl: upstream.name } : { baseUrl: upstream.baseUrl }),
  };
}
