import type { ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { type Refusal, readRefusals } from "./refusal.ts";
import { writtenOnWire } from "./wire-refusals.ts";
import { isFirstParty, type Sent, type WithholdDeps } from "./withhold.ts";

/**
 * The maximum number of repeats of a request: current clients send about ten things that a strict server may not know.
 */
const maxRepeats = 16;

/** What was sent, and whether it had deferred tools and references in the API's format. */
export interface Attempt {
  readonly sent: Sent;
  readonly usesToolSearch: boolean;
}

/** Thrown if an upstream refused something optional: the request must be planned and sent again. */
class GoAgain extends Error {
  override readonly name = "GoAgain";
}

/**
 * Learns from an upstream's refusals, and lets a request repeat without the refused parts a limited number of times.
 * They are remembered once the upstream has accepted the request without them.
 */
export class Recovery {
  readonly #request: ClientRequest;
  readonly #deps: WithholdDeps;
  #repeatsLeft = maxRepeats;

  constructor(request: ClientRequest, deps: WithholdDeps) {
    this.#request = request;
    this.#deps = deps;
  }

  /** Returns what the response refuses, and leaves it out from now on; empty if the error is for the client. */
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
      wire: upstream.wire && {
        format: upstream.wire,
        written: writtenOnWire(upstream.wire, sent),
        clientBody: sent.clientBody,
      },
    });
    if (refusals.length === 0) return refusals;
    this.#repeatsLeft--;
    this.#deps.refusals.add(refusals, message);
    trace.warn(`The upstream refused ${list(refusals)}, so the request goes again without it: ${message}`);
    return refusals;
  }

  /** Sends a request until nothing new is refused of it. */
  async repeat(send: () => Promise<TurnAnswer>): Promise<TurnAnswer> {
    for (;;) {
      try {
        const answer = await send();
        if (answer.kind !== "forwarded" || answer.response.status < 400) this.accepted();
        return answer;
      } catch (error) {
        if (!(error instanceof GoAgain)) throw error;
      }
    }
  }

  /** Notes that the upstream has accepted what was sent last. */
  accepted(): void {
    this.#deps.refusals.prove();
  }

  /** Throws to repeat the request if the error refuses something; ignores other errors. */
  check(error: unknown, attempt: Attempt): void {
    if (this.learn(error, attempt).length > 0) throw new GoAgain("The upstream refused something.", { cause: error });
  }
}

function list(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ kind, name }) => (kind === "feature" ? name : `the ${kind === "wire field" ? "field" : kind} ${name}`))
    .join(", ");
}
