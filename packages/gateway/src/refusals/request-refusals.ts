import type { ClientRequest } from "../contracts/client-request.ts";
import type { Refusal } from "./refusal.ts";
import type { RefusalMemory, RefusalPlace } from "./refusal-memory.ts";

/**
 * What an upstream refuses of one request: what it refused of this caller's earlier requests, and of this one so far.
 * Only what a success has proven is remembered: an error may name a field although another part of the request causes
 * it.
 */
export class RequestRefusals {
  readonly #memory: RefusalMemory;
  readonly #place: RefusalPlace;
  /** Refused of this request. */
  #refused: readonly Refusal[] = [];
  /** Of these, what an upstream no longer complained about when it was left out. */
  #helped: readonly Refusal[] = [];
  /** What was left out last. */
  #last: readonly Refusal[] = [];
  #lastWords: string | undefined;

  constructor(memory: RefusalMemory, { route, body, callerScope }: ClientRequest) {
    this.#memory = memory;
    this.#place = { upstream: route.upstream, model: route.model ?? body.model, callerScope };
  }

  /** What must not be sent. */
  all(): readonly Refusal[] {
    const known = this.#memory.of(this.#place);
    return this.#refused.length === 0 ? known : withoutRepeats([...known, ...this.#refused]);
  }

  has(kind: Refusal["kind"]): boolean {
    return this.all().some((refusal) => refusal.kind === kind);
  }

  /** Leaves parts out of this request, because of an error. */
  add(refusals: readonly Refusal[], message: string): void {
    const words = message.replaceAll(/\d+/g, "0");
    // The same error again: what was left out last did not cause it.
    if (words !== this.#lastWords) this.#helped = [...this.#helped, ...this.#last];
    this.#last = refusals;
    this.#lastWords = words;
    this.#refused = [...this.#refused, ...refusals];
  }

  /** Remembers what was left out, because the upstream has accepted the request without it. */
  prove(): void {
    for (const refusal of [...this.#helped, ...this.#last]) this.#memory.learn(this.#place, refusal);
    this.#helped = [];
    this.#last = [];
    this.#lastWords = undefined;
  }
}

function withoutRepeats(refusals: readonly Refusal[]): readonly Refusal[] {
  return [...new Map(refusals.map((refusal) => [`${refusal.kind} ${refusal.name}`, refusal])).values()];
}
