import { Lru } from "../caches/lru.ts";
import { sha256 } from "../conversation/canonical-message.ts";
import type { InnerTurns } from "../conversation/inner-conversation.ts";

/** What a conversation came to at one place. */
interface Remembered {
  /** Undefined where nothing is replayed: nothing was hidden, or different turns came to the same place. */
  readonly turns: InnerTurns | undefined;
  /** A hash of what was hidden; undefined where it was not the same each time. */
  readonly digest: string | undefined;
  readonly bytes: number;
}

const maxBytes = 32 * 1_024 * 1_024;
/** A single turn must not push all others out. */
const maxTurnBytes = 2 * 1_024 * 1_024;
/** The key, the digest and what the runtime needs for an entry. */
const entryBytes = 512;
/** What the objects of a turn take beside their text, with everything that is known of them elsewhere by their identity. */
const turnBytes = 4_096;
const nothingHidden: Remembered = { turns: undefined, digest: "", bytes: entryBytes };
const ambiguous: Remembered = { turns: undefined, digest: undefined, bytes: entryBytes };

/**
 * Turns of which the client saw only a part: a search that the gateway answered itself, a call that it refused. The client sends its
 * part back, and the model is given the whole again, at the same place. Where one place has led to different turns, none is replayed:
 * nobody can tell to which the client's conversation belongs. A turn that is not replayed costs cache, never the answer.
 */
export class HiddenTurns {
  readonly #turns = new Lru<string, Remembered>({ maxSize: maxBytes, sizeOf: ({ bytes }) => bytes });
  #isEmpty = true;

  /** Whether there is nothing to replay, so that nobody needs to make keys. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Takes what was hidden in a turn, or undefined where the client saw all of it. */
  remember(key: string, turns: InnerTurns | undefined): void {
    const known = this.#turns.get(key);
    const made = turns === undefined ? nothingHidden : measured(turns);
    const isSame = known === undefined || known.digest === made.digest;
    this.#turns.set(key, isSame ? made : ambiguous);
    if (turns !== undefined) this.#isEmpty = false;
  }

  find(key: string): InnerTurns | undefined {
    return this.#turns.get(key)?.turns;
  }
}

function measured(turns: InnerTurns): Remembered {
  const text = JSON.stringify(turns);
  const bytes = entryBytes + turnBytes + 2 * text.length;
  return bytes > maxTurnBytes
    ? { turns: undefined, digest: sha256(text), bytes: entryBytes }
    : { turns, digest: sha256(text), bytes };
}
