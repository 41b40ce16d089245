import type { Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { isSearchEntry } from "../../catalogue/request-catalogue.ts";
import { searchFunction } from "./search-function.ts";

const rewritten = new WeakMap<readonly Tool[], readonly Tool[]>();
const findable = new WeakMap<CataloguePlan, readonly Tool[]>();

/** The tools of a request with the API's searches replaced by ordinary tools. The same array returns the same array. */
export function withSearchFunctions(tools: readonly Tool[]): readonly Tool[] {
  let made = rewritten.get(tools);
  if (made === undefined) {
    made = tools.map((tool) => (isSearchEntry(tool) ? searchFunction(tool) : tool));
    rewritten.set(tools, made);
  }
  return made;
}

/** The tools of a request that a search may find, in the request's order. The same plan returns the same array. */
export function findableTools(plan: CataloguePlan): readonly Tool[] {
  let found = findable.get(plan);
  if (found === undefined) {
    found = plan.given.filter(({ name }) => name !== undefined && plan.deferredNames.has(name));
    findable.set(plan, found);
  }
  return found;
}
