import { Lru } from "../caches/lru.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { InnerTurns } from "../conversation/inner-conversation.ts";
import { sha256 } from "../hash/sha256.ts";
import type { SharedTurns, StoredTurns } from "./shared-turns.ts";
import { decodeTurns, encodeTurns } from "./turn-text.ts";

/** What was hidden at one position of a conversation. */
interface Remembered {
  /** Undefined if nothing is replayed: nothing was hidden, or different turns led to the same position. */
  readonly turns: InnerTurns | undefined;
  /** A hash of what was hidden; undefined if it was not the same each time. */
  readonly digest: string | undefined;
  readonly bytes: number;
}

/** How something is remembered. */
interface RememberOptions {
  /** How long a shared store keeps it. Default: a day. */
  readonly milliseconds?: number;
  /** What is equal each time if the turns mean the same, although they are not the same. Default: a hash of the turns. */
  readonly digest?: string;
}

const maxBytes = 32 * 1_024 * 1_024;
/** A single turn must not evict all others. */
const maxTurnBytes = 2 * 1_024 * 1_024;
/** The key, the digest and the runtime's overhead per entry. */
const entryBytes = 512;
/** The memory of a turn's objects besides their text, including caches keyed by their identity. */
const turnBytes = 4_096;
const nothingHidden: Remembered = { turns: undefined, digest: "", bytes: entryBytes };
const ambiguous: Remembered = { turns: undefined, digest: undefined, bytes: entryBytes };

/**
 * Turns of which the client saw only a part: a search that the gateway answered itself, a call that it refused. The client sends its
 * part back, and the model gets the whole turn again, at the same position. If one position led to different turns, none is replayed,
 * because it is unclear which one the conversation belongs to. A missing replay costs a cache miss, never the answer. With a shared
 * store, turns survive a restart and are replayed by other replicas.
 */
export class HiddenTurns {
  readonly #turns = new Lru<string, Remembered>({ maxSize: maxBytes, sizeOf: ({ bytes }) => bytes });
  readonly #shared: SharedTurns | undefined;
  #isEmpty = true;

  constructor(shared?: SharedTurns) {
    this.#shared = shared;
  }

  /** Whether there is nothing to replay, so that no keys have to be computed. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Stores what was hidden in a turn, or undefined if the client saw all of it. */
  remember(key: string, turns: InnerTurns | undefined, { milliseconds, digest }: RememberOptions = {}): void {
    const known = this.#turns.get(key);
    const made = turns === undefined ? nothingHidden : measured(turns, digest);
    const isSame = known === undefined || known.digest === made.digest;
    this.#turns.set(key, isSame ? made : ambiguous);
    if (turns !== undefined) this.#isEmpty = false;
    this.#shared?.write(key, stored(isSame ? made : ambiguous), milliseconds);
  }

  /** Resolves when a shared store has what was remembered, or after the longest time that the answer to a request may wait for it. */
  async written(key: string, { untilWritten }: Pick<ClientRequest, "untilWritten">): Promise<void> {
    const write = this.#shared?.written(key);
    await (write === undefined || untilWritten === undefined ? write : untilWritten(write));
  }

  /** Reads what this process does not know from the shared store, if there is one. The keys are computed only then. */
  async load(keys: () => readonly string[]): Promise<void> {
    if (this.#shared === undefined) return;
    const missing = keys().filter((key) => this.#turns.get(key) === undefined);
    if (missing.length === 0) return;
    const found = await this.#shared.read(missing);
    for (const [position, key] of missing.entries()) {
      const remembered = restored(found[position]);
      if (remembered === undefined) continue;
      this.#turns.set(key, remembered);
      if (remembered.turns !== undefined) this.#isEmpty = false;
    }
  }

  find(key: string): InnerTurns | undefined {
    return this.#turns.get(key)?.turns;
  }
}

function measured(turns: InnerTurns, given?: string): Remembered {
  const text = JSON.stringify(turns);
  const digest = given ?? sha256(text);
  const bytes = entryBytes + turnBytes + 2 * text.length;
  return bytes > maxTurnBytes ? { turns: undefined, digest, bytes: entryBytes } : { turns, digest, bytes };
}

function stored({ turns, digest: known }: Remembered): StoredTurns {
  const digest = known ?? null;
  if (turns === undefined) return { digest };
  const text = encodeTurns(turns);
  return { digest, text, checksum: sha256(text) };
}

function restored(found: StoredTurns | undefined): Remembered | undefined {
  if (found === undefined) return undefined;
  const { digest, text } = found;
  if (digest === null) return ambiguous;
  if (text === undefined) return { turns: undefined, digest, bytes: entryBytes };
  const turns = decodeTurns(text);
  return turns === undefined ? undefined : measured(turns, digest);
}
