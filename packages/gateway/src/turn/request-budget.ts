import { WorkBudget } from "@toolcrib/core/calls";

/** How many times the API's own loop calls the model for one request. */
export const maxRounds = 10;
/** How many times the gateway answers calls that cannot run before it shows them to the client. */
export const maxRefusals = 3;
/** How many calls of one request the gateway answers itself: searches, and tools of MCP servers. */
const maxCalls = 256;
/** How many of them run at the same time. */
export const maxCallsAtOnce = 16;
/** How many searches of one message of the model are answered. */
export const maxSearchesAtOnce = 32;
/** The result of a search beyond that. */
export const searchRefusal: string = `Not run: more than ${maxSearchesAtOnce} searches in one message. Read what the others found, then search for what is still missing.`;
/** How many names are compared for calls of unknown tools in one request: a few hints in a large catalogue. */
const maxComparedNames = 100_000;
/** Validation steps for all calls of one request: at most a quarter of a second. */
const maxValidationSteps = 2_500_000;
/** How many bytes the results of MCP servers may have in one request: the API takes no larger body. */
const maxResultBytes = 32 * 1_024 * 1_024;
/** What a content block counts in addition to its text. */
const blockBytes = 64;

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
  #resultBytesLeft = maxResultBytes;

  /** Counts a call that the gateway is about to answer, and returns whether the budget allows it. */
  takeCall(): boolean {
    if (this.#callsLeft === 0) return false;
    this.#callsLeft--;
    return true;
  }

  /** Counts a result of an MCP server before it is kept, and returns whether the budget allows it. */
  takeResult(content: readonly { readonly text: string }[]): boolean {
    const bytes = content.reduce((sum, { text }) => sum + Buffer.byteLength(text) + blockBytes, 0);
    if (bytes > this.#resultBytesLeft) return false;
    this.#resultBytesLeft -= bytes;
    return true;
  }

  /** The text that replaces a result beyond the budget. */
  get resultRefusal(): string {
    return `The call was made, but its result is too large: expected at most ${maxResultBytes} bytes for all results of one request, got more. Request less at once.`;
  }

  /** The result of a call beyond the budget. */
  get refusal(): string {
    return `Not run: more than ${maxCalls} calls in one request. Go on with what you have.`;
  }
}
