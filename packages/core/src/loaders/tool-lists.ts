import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { WireTool } from "../tool/tool.ts";
import { placeBreakpoint, undeferredDefinition, undeferredTools } from "../wire-fields/wire-fields.ts";

/** The tools that are in the prompt from the start, in the order of the wire. */
export function eagerTools(plan: CataloguePlan): readonly WireTool[] {
  return placeBreakpoint(plan.eager.map(undeferredDefinition), plan.deferred);
}

/** The tools as the caller gave them, none of them deferred. */
export function givenTools(plan: CataloguePlan): readonly WireTool[] {
  return undeferredTools(plan.given);
}
