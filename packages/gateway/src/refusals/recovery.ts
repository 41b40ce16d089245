import type { ClientRequest } from "../contracts/client-request.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { type Refusal, readRefusals } from "./refusal.ts";
import { isFirstParty, type Sent, type WithholdDeps } from "./withhold.ts";

/** How often one request goes again: a client of today carries about ten things that a strict server may not know. */
const maxRepeats = 16;

/** What was sent, and whether deferred tools and references were in it as the API has them. */
export interface Attempt {
  readonly sent: Sent;
  readonly usesToolSearch: boolean;
}

/** Thrown where an upstream refused what a request can do without: the request is to be planned and sent again. */
export class GoAgain extends Error {
  override readonly name = "GoAgain";
}

/** Learns from what an upstream refuses, and lets one request go again without it a bounded number of times. */
export class Recovery {
  readonly #request: ClientRequest;
  readonly #deps: WithholdDeps;
  #repeatsLeft = maxRepeats;

  constructor(request: ClientRequest, deps: WithholdDeps) {
    this.#request = request;
    this.#deps = deps;
  }

  /** What the answer refuses, now remembered; nothing where the error is the client's to see. */
  learn(error: unknown, { sent, usesToolSearch }: Attempt): readonly Refusal[] {
    if (!(error instanceof UpstreamError) || this.#repeatsLeft === 0) return [];
    const { route, body, trace } = this.#request;
    const { upstream } = route;
    const { status, message } = error;
    const model = route.model ?? body.model;
    const refusals = readRefusals({
      ...sent,
      status,
      message,
      usesToolSearch,
      isFirstParty: isFirstParty(upstream, model, this.#deps),
    });
    if (refusals.length === 0) return refusals;
    this.#repeatsLeft--;
    for (const refusal of refusals) this.#deps.refusals.learn(upstream, model, refusal);
    trace.warn(`The upstream refused ${list(refusals)}, so the request goes again without it: ${message}`);
    return refusals;
  }

  /** Lets the request go again where the error refuses something; does nothing for other errors. */
  check(error: unknown, attempt: Attempt): void {
    if (this.learn(error, attempt).length > 0) throw new GoAgain("The upstream refused something.", { cause: error });
  }
}

function list(refusals: readonly Refusal[]): string {
  return refusals.map(({ kind, name }) => (kind === "feature" ? name : `the ${kind} ${name}`)).join(", ");
}
