import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import type { TurnBoundaryForm } from "../../conversation/turn-boundary/turn-boundary.ts";
import type { Loader } from "../../loaders/loader.ts";

/** Everything besides the conversation that decides how its messages are sent. */
export interface WireContext {
  readonly plan: CataloguePlan;
  readonly loader: Loader;
  readonly turnBoundary: TurnBoundaryForm;
}

export function isSameContext(left: WireContext, right: WireContext): boolean {
  return left.plan === right.plan && left.loader === right.loader && left.turnBoundary === right.turnBoundary;
}
