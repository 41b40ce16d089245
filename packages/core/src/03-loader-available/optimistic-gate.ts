import { usesReferences } from "../loaders/loader.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import { type GateAnswer, type GateReason, gateAnswer } from "./gate-reasons.ts";
import { isFirstPartyHost, type UpstreamFacts } from "./upstream-facts.ts";

/**
 * Step 3, first layer: cheap, and asked while the pool of tools is built. It looks at the mode and the host only, and decides whether
 * the search tool is in the pool; whether a request uses it is decided request by request.
 */
export function optimisticGate(settings: ResolvedSettings, upstream: UpstreamFacts): GateAnswer {
  return gateAnswer(findObstacle(settings, upstream) ?? "on");
}

/** A reason against tool search that is independent of the request. */
export function findObstacle(settings: ResolvedSettings, upstream: UpstreamFacts): GateReason | undefined {
  if (settings.isKilled) return "kill_switch";
  if (settings.mode.mode.kind === "off") return "mode_off";
  if (!settings.loader.defers) return "loader_eager";
  // The other loaders send nothing that an upstream has to support.
  if (!usesReferences(settings.loader)) return undefined;
  if (upstream.toolSearch === "unsupported") return "upstream_unsupported";
  if (upstream.hasRefused === true) return "upstream_refused";
  return isHostDoubtful(settings, upstream) ? "unknown_host" : undefined;
}

function isHostDoubtful(settings: ResolvedSettings, upstream: UpstreamFacts): boolean {
  if (settings.mode.isChosen || settings.onUnknownHost === "try" || upstream.toolSearch === "supported") return false;
  if ((upstream.provider ?? "anthropic") !== "anthropic") return false;
  return !isFirstPartyHost(upstream.baseUrl, settings.firstPartyHosts);
}
