import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import {
  deferredDefinition,
  placeBreakpoint,
  undeferredDefinition,
  undeferredTools,
} from "../08-wire-fields/wire-fields.ts";
import type { WireTool } from "../tools/tool.ts";

/** The tools that are in the prompt from the start, in the order of the wire. */
export function eagerTools(plan: CataloguePlan): readonly WireTool[] {
  return placeBreakpoint(plan.eager.map(undeferredDefinition), plan.deferred);
}

/** All tools, those that are not in the prompt from the start marked as deferred. */
export function markedTools(plan: CataloguePlan): readonly WireTool[] {
  return [...plan.derive(eagerTools), ...plan.deferred.map(deferredDefinition)];
}

/** The tools as the caller gave them, none of them deferred. */
export function givenTools(plan: CataloguePlan): readonly WireTool[] {
  return undeferredTools(plan.given);
}
