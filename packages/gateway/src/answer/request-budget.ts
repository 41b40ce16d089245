import { WorkBudget } from "@toolcrib/core";

/** Steps of validation for all calls of one request: half a second at the very most. */
const maxValidationSteps = 5_000_000;

/** What one request may use up, over all rounds of its loop. */
export class RequestBudget {
  /** For validating arguments against schemas of clients and servers. */
  readonly validation: WorkBudget = new WorkBudget(maxValidationSteps);
}
