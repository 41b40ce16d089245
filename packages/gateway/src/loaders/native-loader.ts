import { type CataloguePlan, planRequest, type RequestToPrepare, type Tool } from "@toolcrib/core";
import type { LoadedRequest, Loader } from "./loader.ts";
import { preparedLoader } from "./prepared-loader.ts";

const ordered = new WeakMap<CataloguePlan, boolean>();
const prepared = preparedLoader("native");

/**
 * For upstreams that expand references themselves. The client's own list goes up as it is where it is in the order of the wire
 * already and nothing in it must be put right, so that the request can pass byte for byte.
 */
export const nativeLoader: Loader = {
  ...prepared,
  write(request, memory): LoadedRequest {
    const loaded = prepared.write(request, memory);
    const isClients = request.settings?.deferBy === "flags" && request.settings.nativeForm !== "lean";
    if (!isClients || !loaded.prepared.gate.isOn) return loaded;
    const plan = planRequest(request, memory);
    return isInWireOrder(plan, request) ? { ...loaded, tools: request.tools as LoadedRequest["tools"] } : loaded;
  },
};

function isInWireOrder(plan: CataloguePlan, { tools }: RequestToPrepare): boolean {
  let isOrdered = ordered.get(plan);
  if (isOrdered === undefined) {
    isOrdered = compareOrder(plan, tools);
    ordered.set(plan, isOrdered);
  }
  return isOrdered;
}

function compareOrder(plan: CataloguePlan, tools: readonly Tool[]): boolean {
  const eager = tools.filter((tool) => tool.defer_loading !== true);
  return (
    plan.given.length === tools.length &&
    plan.eager.length === eager.length &&
    eager.every((tool, position) => tool === plan.eager[position]) &&
    plan.deferred.every(({ cache_control: breakpoint }) => breakpoint === undefined || breakpoint === null)
  );
}
