import type { Tool } from "@toolcrib/core";
import { CatalogueBrowser } from "../catalogue-browser/catalogue-browser.ts";
import type { SeenTools } from "../catalogue-browser/seen-tools.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { AdminSources } from "../http/admin/admin-api.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import type { LearnedHistories } from "../learning/learned-histories.ts";
import type { GatewayOptions } from "./gateway.ts";

export interface CatalogueViewOptions extends Pick<GatewayOptions, "admin" | "embedder" | "languages"> {
  readonly seenTools: SeenTools;
  readonly currentState: () => ConfiguredState;
  /** Undefined if nothing was learned. */
  readonly histories: () => LearnedHistories | undefined;
  readonly clock: () => number;
}

const noTools: readonly Tool[] = [];

/** What the admin API shows of tools. */
export function openCatalogueView(options: CatalogueViewOptions): {
  readonly view: CatalogueBrowser;
  readonly sources: AdminSources;
} {
  const { admin, embedder, languages, seenTools, currentState, histories, clock } = options;
  const view = new CatalogueBrowser({
    ownTools: () => admin?.tools?.() ?? noTools,
    seenTools,
    settings: () => currentState().config.handling.settings,
    policy: () => currentState().policies.forEverybody(),
    indexParts: { embedder, languages },
    clock,
  });
  const sources: AdminSources = {
    catalogue: () => view.catalogue(),
    search: async ({ tenant, ...request }) => {
      if (tenant === undefined) return view.search(request);
      const known = histories();
      if (known === undefined) throw new GatewayError("learning_off", {});
      return view.search(request, { usage: await known.copy(tenant) });
    },
    ...admin,
  };
  return { view, sources };
}
