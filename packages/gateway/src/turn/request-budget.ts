import { WorkBudget } from "@toolcrib/core/calls";

/** How many times the API's own loop calls the model for one request. */
export const maxRounds = 10;
/** How many times the gateway answers calls that cannot run before it shows them to the client. */
export const maxRefusals = 3;
/** How many calls of one request the gateway answers itself: searches, and tools of MCP servers. */
const maxCalls = 256;
/** How many of them run at the same time. */
export const maxCallsAtOnce = 16;
/** How many names are compared for calls of unknown tools in one request: a few hints in a large catalogue. */
const maxComparedNames = 100_000;
/** Validation steps for all calls of one request: at most half a second. */
const maxValidationSteps = 5_000_000;

/**
 * What one request may use over all rounds of its loop, whatever the client, the model and the servers do. Its size is limited where
 * the body is read, and its duration by `limits.requestSeconds`.
 */
export class RequestBudget {
  /** For validating arguments against schemas of clients and servers. */
  readonly validation: WorkBudget = new WorkBudget(maxValidationSteps);
  /** For suggesting names to a model that calls unknown tools. */
  readonly hints: WorkBudget = new WorkBudget(maxComparedNames);
  #callsLeft = maxCalls;

  /** Counts a call that the gateway is about to answer, and returns whether the budget allows it. */
  takeCall(): boolean {
    if (this.#callsLeft === 0) return false;
    this.#callsLeft--;
    return true;
  }

  /** What the model is told about a call beyond the budget. */
  get refusal(): string {
    return `Not run: more than ${maxCalls} calls in one request. Go on with what you have.`;
  }
}
