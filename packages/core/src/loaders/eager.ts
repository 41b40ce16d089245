import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { WireTool } from "../tools/tool.ts";
import { toolKey } from "../tools/tool-key.ts";
import type { Loader } from "./loader.ts";
import { nameReferences } from "./name-references.ts";
import { givenTools } from "./tool-lists.ts";

export const eagerLoader: Loader = {
  specificationVersion: "v1",
  name: "eager",
  summary: "sends every tool from the start",
  defers: false,
  keepsPrefix: true,
  definitionsIn: "tools",
  tools: ({ plan, deferBy }) => plan.derive(deferBy === "flags" ? sortedTools : givenTools),
  renderReferences: nameReferences,
};

/** What replaces any loader while tool search is off: the tools as the caller gave them. */
export const offLoader: Loader = {
  ...eagerLoader,
  tools: ({ plan }) => plan.derive(givenTools),
};

/** What was deferred stands behind the rest, by name, so that a server that lists its tools in another order changes no byte. */
function sortedTools(plan: CataloguePlan): readonly WireTool[] {
  const tools = givenTools(plan);
  if (plan.deferred.length === 0) return tools;
  const places = new Map([...plan.eager, ...plan.deferred].map((tool, place) => [toolKey(tool), place]));
  const placeOf = (tool: WireTool) => places.get(toolKey(tool)) ?? 0;
  return tools.toSorted((left, right) => placeOf(left) - placeOf(right));
}
