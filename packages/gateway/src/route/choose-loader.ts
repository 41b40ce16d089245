import type { UpstreamFacts } from "@toolcrib/core/engine";
import type { Loader } from "@toolcrib/core/loaders";
import { fallbackLoader, referenceLoader, usesReferences } from "@toolcrib/core/loaders";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import type { Route } from "../contracts/route.ts";
import { type Capabilities, type Capability, takesLoader } from "./capabilities.ts";
import { findLoader } from "./loader-table.ts";

/** A loader, why it was chosen, and what else is known about the upstream. */
export interface LoaderChoice {
  readonly loader: Loader;
  readonly reason: string;
  readonly upstream: UpstreamFacts;
  /** Whether messages of the role `system` may stay in the conversation. */
  readonly takesSystemMessages: boolean;
}

/** What a choice is made from. */
export interface LoaderChoiceInput {
  readonly route: Route;
  readonly model: string;
  readonly capabilities: Capabilities;
  /** Whether the upstream refused deferred tools or references for this model a short while ago. */
  readonly hasRefused: boolean;
  /** Whether the client asks for a search of the upstream's own. */
  readonly asksForSearch?: boolean | undefined;
  readonly toolCount: number;
  /** What a probe found, if there was one. */
  readonly probed?: "honoured" | "dropped" | undefined;
}

/**
 * Chooses how found tools become callable on a route: by the config first, then by recent refusals of the upstream, then by the table,
 * then by a probe. A loader with references is never a guess, because an unknown upstream may drop the fields silently.
 */
export function chooseLoader(question: LoaderChoiceInput): LoaderChoice {
  const { route, model, capabilities } = question;
  const entry = capabilities.find(route.upstream, model);
  const upstream = engineUpstream(route, entry);
  const { loader, reason } = decide(question, entry);
  return {
    loader,
    reason,
    upstream,
    takesSystemMessages: !speaksMessages(route.upstream) || (entry?.takesSystemMessages ?? usesReferences(loader)),
  };
}

function decide(
  { route, capabilities, toolCount, probed, hasRefused, asksForSearch }: LoaderChoiceInput,
  entry: Capability | undefined,
): { readonly loader: Loader; readonly reason: string } {
  const wanted = route.loader === "auto" ? undefined : findLoader(capabilities.loaders, route.loader);
  if (wanted !== undefined && takesLoader(route.upstream, wanted)) {
    // E2.5: what was refused is not sent again for a while, even if the config asks for it.
    if (usesReferences(wanted) && hasRefused) return { loader: fallbackLoader, reason: "refused a short while ago" };
    return { loader: wanted, reason: "the route" };
  }
  if (hasRefused) return { loader: fallbackLoader, reason: "refused a short while ago" };
  if (entry !== undefined) {
    const { searchLoader } = entry;
    const isSearched = asksForSearch === true && takesLoader(route.upstream, searchLoader);
    const loader = isSearched ? searchLoader : entry.loader;
    const isTooMuch = !loader.defers && toolCount > (entry.maxTools ?? Number.POSITIVE_INFINITY);
    const because = `the capability table${entry.note === undefined ? "" : `: ${entry.note}`}`;
    return isTooMuch
      ? { loader: fallbackLoader, reason: `${because}, but more than ${entry.maxTools} tools` }
      : { loader, reason: because };
  }
  if (probed === "honoured" && takesLoader(route.upstream, referenceLoader)) {
    return { loader: referenceLoader, reason: "a probe: deferred tools are not counted" };
  }
  return {
    loader: fallbackLoader,
    reason: probed === "dropped" ? "a probe: the fields are dropped" : "an unknown upstream",
  };
}

/** The upstream's facts for the engine. Whether it supports its loader is decided here, so the engine does not check it again. */
function engineUpstream({ upstream }: Route, entry: Capability | undefined): UpstreamFacts {
  return {
    provider: entry?.provider ?? "other",
    toolSearch: "supported",
    ...(upstream.baseUrl === undefined ? { baseUrl: upstream.name } : { baseUrl: upstream.baseUrl }),
  };
}
