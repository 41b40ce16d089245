import type { CataloguePlan } from "@toolcrib/core/engine";
import type { WireTool } from "@toolcrib/core/tools";
import { planOf } from "./make-turn.ts";
import type { Turn } from "./turn.ts";

/**
 * The client's own tool list, if its upstream expands references. It is sent unchanged when it is already in wire order and needs no
 * repair, so that the request can be forwarded byte for byte.
 */
export function ownToolList(turn: Turn): readonly WireTool[] | undefined {
  const { loader, settings, tools } = turn;
  const { deferBy = "checklist", undiscoveredTools = "deferred" } = settings;
  if (loader.keepsGivenList?.({ deferBy, undiscoveredTools }) !== true) return undefined;
  const plan = planOf(turn);
  return plan.given.length === tools.length && plan.derive(isInWireOrder) ? (tools as readonly WireTool[]) : undefined;
}

function isInWireOrder({ given, eager, deferred }: CataloguePlan): boolean {
  const undeferred = given.filter((tool) => tool.defer_loading !== true);
  return (
    eager.length === undeferred.length &&
    undeferred.every((tool, position) => tool === eager[position]) &&
    deferred.every(({ cache_control: breakpoint }) => breakpoint === undefined || breakpoint === null)
  );
}
