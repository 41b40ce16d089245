import type { Settings } from "@toolcrib/core";
import { matchesGlob } from "@toolcrib/shared/names";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { Route } from "../contracts/route.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { ConfigError } from "../errors/config-error.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** Finds the route of a model. */
export type FindRoute = (model: string) => Route;

/**
 * Makes the routes once, so that the identity of a route and of its settings stays the same until the config changes. Models that
 * reject references may come from a fetched list.
 */
export function createFindRoute(
  config: ResolvedConfig,
  upstreams: ReadonlyMap<string, Upstream>,
  unsupportedModels?: readonly string[],
): FindRoute {
  const { settings } = config.handling;
  const forAll = unsupportedModels === undefined ? settings : { ...settings, unsupportedModels };
  const [firstUpstream] = upstreams.keys();
  const routes = config.routes.map((route) => {
    const upstreamName = route.upstream ?? firstUpstream ?? "";
    const upstream = upstreams.get(upstreamName);
    if (upstream === undefined) {
      const available = [...upstreams.keys()].join(", ");
      if (available === "") throw noUpstream();
      throw new ConfigError("unknown_upstream", { model: route.model, available, received: upstreamName });
    }
    const made: Route = {
      upstream,
      model: route.upstreamModel,
      loader: route.loader ?? config.handling.loader,
      inject: route.inject ?? config.handling.inject,
      serverSearch: route.serverSearch ?? config.handling.serverSearch,
      programs: route.programs ?? config.handling.programs,
      injectPrograms: route.injectPrograms ?? config.handling.injectPrograms,
      settings: settingsOf(route.settings, forAll),
    };
    return { pattern: route.model, route: made };
  });
  return (model) => {
    const found = routes.find(({ pattern }) => matchesGlob(pattern, model));
    if (found === undefined) throw new GatewayError("unknown_model", { model });
    return found.route;
  };
}

/** A route's settings override the global ones one by one; its rules are placed before the global rules and replace none. */
function settingsOf(ofRoute: Settings | undefined, forAll: Settings): Settings {
  if (ofRoute === undefined) return forAll;
  const policy = [...(ofRoute.policy ?? []), ...(forAll.policy ?? [])];
  return { ...forAll, ...ofRoute, ...(policy.length === 0 ? {} : { policy }) };
}

function noUpstream(): ConfigError {
  const problem = { place: "", field: "upstreams", expected: "at least one upstream", received: "none" };
  return new ConfigError("config_invalid", problem);
}
