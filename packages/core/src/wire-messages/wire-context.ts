import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { ReferenceForm } from "../repair/reference-form.ts";
import type { TurnBoundaryForm } from "../turn-boundary/turn-boundary.ts";

/** Everything besides the conversation that decides how its messages go on the wire. */
export interface WireContext {
  readonly plan: CataloguePlan;
  readonly form: ReferenceForm;
  readonly turnBoundary: TurnBoundaryForm;
  /** The bridge's tool, through which calls of deferred tools go; absent on other loaders. */
  readonly bridgeToolName: string | undefined;
}

export function isSameContext(left: WireContext, right: WireContext): boolean {
  return (
    left.plan === right.plan &&
    left.form === right.form &&
    left.turnBoundary === right.turnBoundary &&
    left.bridgeToolName === right.bridgeToolName
  );
}
