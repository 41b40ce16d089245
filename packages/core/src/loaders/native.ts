import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { deferredDefinition } from "../08-wire-fields/wire-fields.ts";
import type { WireTool } from "../tools/tool.ts";
import type { Loader } from "./loader.ts";
import { eagerTools, markedTools } from "./tool-lists.ts";

/** Keeps deferral alive in a request that sends no undiscovered tool: the first find then changes nothing before it. */
export const deferredToolPlaceholder: WireTool = {
  name: "DeferredToolPlaceholder",
  description: "Holds the place of tools that are loaded on demand. It does nothing; never call it.",
  input_schema: { type: "object", properties: {} },
  defer_loading: true,
};

export const nativeLoader: Loader = {
  specificationVersion: "v1",
  name: "native",
  summary: "sends tools deferred; the upstream expands references itself",
  defers: true,
  keepsPrefix: true,
  definitionsIn: "upstream",
  tools({ plan, found, loadedTools, undiscoveredTools }) {
    if (undiscoveredTools === "deferred" || plan.derive(needsFullList)) return plan.derive(markedTools);
    return loadedTools.list({ plan, before: plan.derive(leanList), found, define: deferredDefinition });
  },
  keepsGivenList: ({ deferBy, undiscoveredTools }) => deferBy === "flags" && undiscoveredTools === "deferred",
};

/**
 * The API's own search looks through what is sent, so it needs all of it. And from a list with strict tools the API compiles one
 * grammar, which it would compile again for each found tool.
 */
function needsFullList(plan: CataloguePlan): boolean {
  return plan.hasServerSearch || hasStrictTools(plan);
}

function hasStrictTools(plan: CataloguePlan): boolean {
  return [...plan.eager, ...plan.deferred].some((tool) => (tool as { readonly strict?: unknown }).strict === true);
}

/** The list without undiscovered tools, as long as nothing is found. */
function leanList(plan: CataloguePlan): readonly WireTool[] {
  return [...plan.derive(eagerTools), deferredToolPlaceholder];
}
