import type { WireBlock } from "@toolcrib/anthropic/testing";
import { secretsIn } from "./secretive-model.ts";

/** What was hidden at a place of a conversation. `undefined`: unknown here. `ambiguous`: not the same each time. */
export type Hidden = string | undefined;

const nothing = "nothing";
const ambiguous = "ambiguous";

/**
 * Knows which hidden turns may go up with a request, from what conversations showed and nothing else: a place is the sender and every
 * visible message up to it.
 */
export class ReplayOracle {
  readonly #byPlace = new Map<string, string>();

  /** A gateway that was restarted knows nothing. */
  forget(): void {
    this.#byPlace.clear();
  }

  /** Takes what the model said to come to the end of this conversation, and gives what of it was hidden. */
  record(sender: object, shown: readonly string[], answers: readonly (readonly WireBlock[])[]): string {
    const place = placeOf(sender, shown);
    const hidden = hiddenIn(answers);
    const known = this.#byPlace.get(place);
    this.#byPlace.set(place, known === undefined || known === hidden ? hidden : ambiguous);
    return hidden;
  }

  /** What is hidden at each place of a conversation. */
  hiddenIn(sender: object, shown: readonly string[]): readonly Hidden[] {
    return shown.map((_, position) => this.#byPlace.get(placeOf(sender, shown.slice(0, position + 1))));
  }

  /** The secrets that must go up with this conversation, and no others may. */
  secretsOf(sender: object, shown: readonly string[]): readonly string[] {
    return this.hiddenIn(sender, shown).flatMap((hidden) => (hidden === undefined ? [] : secretsIn(hidden)));
  }
}

function placeOf(sender: object, shown: readonly string[]): string {
  return JSON.stringify([sender, shown]);
}

/** The rounds of an answer with a search in it; the ids of searches are the gateway's. */
function hiddenIn(answers: readonly (readonly WireBlock[])[]): string {
  const isSearch = ({ name }: WireBlock) => name === "ToolSearch";
  if (!answers.some((blocks) => blocks.some(isSearch))) return nothing;
  return JSON.stringify(answers.map((blocks) => blocks.map((part) => (isSearch(part) ? { ...part, id: "" } : part))));
}
