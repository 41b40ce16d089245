import { type CataloguePlan, planRequest, type WireTool } from "@toolcrib/core";
import type { LoadedRequest, Loader } from "./loader.ts";
import { preparedLoader } from "./prepared-loader.ts";

const prepared = preparedLoader("eager");
const orders = new WeakMap<CataloguePlan, ReadonlyMap<string, number>>();

/**
 * For models that do not search: everything is in the prompt. What was deferred stands behind the rest, by name, so that a server
 * that lists its tools in another order changes no byte.
 */
export const eagerLoader: Loader = {
  ...prepared,
  write(request, memory): LoadedRequest {
    const loaded = prepared.write(request, memory);
    const plan = planRequest(request, memory);
    if (plan.deferred.length === 0) return loaded;
    const order = orderOf(plan);
    const positionOf = (tool: WireTool) => order.get(keyOf(tool)) ?? 0;
    const tools = loaded.tools.toSorted((left, right) => positionOf(left) - positionOf(right));
    return { ...loaded, tools };
  },
};

function orderOf(plan: CataloguePlan): ReadonlyMap<string, number> {
  let order = orders.get(plan);
  if (order === undefined) {
    order = new Map([...plan.eager, ...plan.deferred].map((tool, position) => [keyOf(tool), position]));
    orders.set(plan, order);
  }
  return order;
}

function keyOf({ name, type }: { readonly name?: string; readonly type?: string | null | undefined }): string {
  return name ?? String(type);
}
