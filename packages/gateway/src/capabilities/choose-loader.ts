import type { Upstream as EngineUpstream, LoaderName } from "@toolcrib/core";
import type { Route } from "../contracts/route.ts";
import type { CapabilityEntry } from "./capability-table.ts";
import { findCapability } from "./find-capability.ts";

/** A loader, why it was chosen, and what is known of the upstream besides. */
export interface LoaderChoice {
  readonly name: LoaderName;
  readonly reason: string;
  readonly upstream: EngineUpstream;
  /** Whether messages of the role `system` may stay in the conversation. */
  readonly takesSystemMessages: boolean;
}

/** What a choice is made from. */
export interface LoaderQuestion {
  readonly route: Route;
  readonly model: string;
  readonly table: readonly CapabilityEntry[];
  /** Whether the upstream refused deferred tools or references for this model a short while ago. */
  readonly hasRefused: boolean;
  readonly toolCount: number;
  /** What a probe found, where one was made. */
  readonly probed?: "native" | "dropped" | undefined;
}

/**
 * How found tools become callable on a route. The user's word goes first, then what an upstream refused a short while ago, then the
 * table, then a probe. `native` is never a guess: an upstream that nobody knows may drop the fields silently.
 */
export function chooseLoader(question: LoaderQuestion): LoaderChoice {
  const { route, model, table } = question;
  const entry = findCapability(table, route.upstream, model);
  const upstream = engineUpstream(route, entry);
  const { name, reason } = decide(question, entry);
  return {
    name,
    reason,
    upstream,
    takesSystemMessages: route.upstream.dialect !== "anthropic" || (entry?.takesSystemMessages ?? name === "native"),
  };
}

function decide(
  { route, toolCount, probed, hasRefused }: LoaderQuestion,
  entry: CapabilityEntry | undefined,
): { readonly name: LoaderName; readonly reason: string } {
  const wanted = route.loader;
  const canBeNative = route.upstream.dialect === "anthropic";
  if (wanted !== "auto" && !(wanted === "native" && !canBeNative)) {
    // E2.5: what was refused is not sent again for a while, whoever asked for it.
    if (wanted === "native" && hasRefused) return { name: "bridge", reason: "refused a short while ago" };
    return { name: wanted, reason: "the route" };
  }
  if (hasRefused) return { name: "bridge", reason: "refused a short while ago" };
  if (entry !== undefined) {
    const isTooMuch = entry.loader === "eager" && toolCount > (entry.mostTools ?? Number.POSITIVE_INFINITY);
    const because = `the capability table${entry.note === undefined ? "" : `: ${entry.note}`}`;
    return isTooMuch
      ? { name: "bridge", reason: `${because}, but more than ${entry.mostTools} tools` }
      : { name: entry.loader, reason: because };
  }
  if (probed === "native" && canBeNative) return { name: "native", reason: "a probe: deferred tools are not counted" };
  return { name: "bridge", reason: probed === "dropped" ? "a probe: the fields are dropped" : "an unknown upstream" };
}

/** The upstream as the engine knows one. That it can do what its loader does is decided here, so the engine does not doubt it. */
function engineUpstream({ upstream }: Route, entry: CapabilityEntry | undefined): EngineUpstream {
  return {
    provider: entry?.provider ?? "other",
    toolSearch: "supported",
    ...(upstream.baseUrl === undefined ? { baseUrl: upstream.name } : { baseUrl: upstream.baseUrl }),
  };
}
