import type { Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { oncePer } from "@toolcrib/shared/caches";
import { isSearchEntry } from "../../catalogue/request-catalogue.ts";
import { searchFunction } from "./search-function.ts";

/** The tools of a request with the API's searches replaced by ordinary tools. The same array returns the same array. */
export const withSearchFunctions: (tools: readonly Tool[]) => readonly Tool[] = oncePer((tools) =>
  tools.map((tool) => (isSearchEntry(tool) ? searchFunction(tool) : tool)),
);

/** The tools of a request for an upstream that runs the API's searches itself: their entries have no description. */
export const withPlainSearchEntries: (tools: readonly Tool[]) => readonly Tool[] = oncePer((tools) => {
  const isDescribed = (tool: Tool) => isSearchEntry(tool) && tool.description !== undefined;
  if (!tools.some(isDescribed)) return tools;
  return tools.map((tool) => {
    if (!isDescribed(tool)) return tool;
    const { description: _description, ...entry } = tool;
    return entry;
  });
});

/** The tools of a request that a search may find, in the request's order. The same plan returns the same array. */
export function findableTools(plan: CataloguePlan): readonly Tool[] {
  return plan.derive(chooseFindable);
}

function chooseFindable({ given, deferredNames }: CataloguePlan): readonly Tool[] {
  return given.filter(({ name }) => name !== undefined && deferredNames.has(name));
}
