import { WorkBudget } from "@toolcrib/core/calls";

/** How often the API's own loop calls the model for one request. */
export const maxRounds = 10;
/** How often a call that cannot run is answered inside before the client gets it after all. */
export const maxRefusals = 3;
/** How many calls of one request the gateway answers itself: searches, and tools of MCP servers. */
const maxCalls = 256;
/** How many of them run at the same time. */
export const maxCallsAtOnce = 16;
/** Steps of validation for all calls of one request: half a second at the very most. */
const maxValidationSteps = 5_000_000;

/**
 * What one request may use up, over all rounds of its loop, whatever the client, the model and the servers do. Its bytes are limited
 * where they are read, and its time by `limits.requestSeconds`.
 */
export class RequestBudget {
  /** For validating arguments against schemas of clients and servers. */
  readonly validation: WorkBudget = new WorkBudget(maxValidationSteps);
  #callsLeft = maxCalls;

  /** Takes a call that the gateway is to answer, and says whether it may. */
  takeCall(): boolean {
    if (this.#callsLeft === 0) return false;
    this.#callsLeft--;
    return true;
  }

  /** What a model is told about a call that is one too many. */
  get refusal(): string {
    return `Not run: more than ${maxCalls} calls in one request. Go on with what you have.`;
  }
}
