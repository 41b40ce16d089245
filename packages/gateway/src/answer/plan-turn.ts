import type { Message, Tool } from "@toolcrib/core";
import { chooseLoader, type LoaderChoice } from "../capabilities/choose-loader.ts";
import { checkRequest } from "../catalogue/check-request.ts";
import { type RequestCatalogue, readCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../contracts/turn.ts";
import { showsToolSearch } from "../conversation/shows-tool-search.ts";
import { allLoaders } from "../loaders/all-loaders.ts";
import { type EngineUse, engineSettings } from "./engine-settings.ts";
import type { Inside } from "./inside.ts";
import type { Turn } from "./turn.ts";

/** A request that passes as it came, or the turn that it becomes. */
export type TurnPlan = { readonly turn: Turn } | { readonly turn: undefined; readonly catalogue: RequestCatalogue };

/** Decides the way of a request: who defers, who searches, and how found tools become callable. */
export function planTurn(request: ClientRequest, inside: Inside): TurnPlan {
  const catalogue = readCatalogue(request.body.tools);
  checkRequest(request, catalogue);
  const isOurs = catalogue.deferredCount > 0 || showsToolSearch(request.body.messages);
  if (!isOurs) return { turn: undefined, catalogue };
  const choice = chooseFor(request, catalogue, inside);
  return {
    turn: makeTurn(request, inside, {
      catalogue,
      choice,
      execution: "client-search",
      kind: "client",
      tools: catalogue.tools,
      conversation: request.body.messages,
    }),
  };
}

function chooseFor(request: ClientRequest, catalogue: RequestCatalogue, inside: Inside): LoaderChoice {
  return chooseLoader({
    route: request.route,
    model: request.route.model ?? request.body.model,
    table: inside.capabilities,
    refusals: inside.refusals,
    toolCount: catalogue.tools.length,
  });
}

interface TurnParts extends Pick<Turn, "catalogue" | "choice" | "execution" | "tools" | "conversation"> {
  readonly kind: EngineUse["kind"];
  readonly searchTool?: Tool | undefined;
  readonly gatewayTools?: Turn["gatewayTools"];
  readonly deferralCost?: Turn["deferralCost"];
}

function makeTurn(request: ClientRequest, inside: Inside, parts: TurnParts): Turn {
  const { kind, choice, tools } = parts;
  const { route, policy } = request;
  const settings = engineSettings(route.settings, policy, { kind, loader: choice.name, inject: route.inject });
  return {
    request,
    catalogue: parts.catalogue,
    execution: parts.execution,
    choice,
    loader: allLoaders[choice.name],
    model: route.model ?? request.body.model,
    tools,
    searchTool: parts.searchTool,
    settings,
    memory: inside.memories.of(tools, settings),
    deferralCost: parts.deferralCost,
    conversation: parts.conversation as readonly Message[],
    gatewayTools: parts.gatewayTools ?? new Map(),
  };
}
