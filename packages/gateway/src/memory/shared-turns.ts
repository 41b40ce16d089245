import { isRecord } from "@toolcrib/shared/json";
import type { Store, StoreKey } from "@toolcrib/store";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { sha256 } from "../hash/sha256.ts";

/** What was hidden at one position of a conversation, as a store keeps it. */
export interface StoredTurns {
  /** As text, because the upstream must get the same bytes again; undefined if nothing is replayed. */
  readonly text?: string;
  /** A hash of the text. */
  readonly checksum?: string;
  /** A hash of what was hidden; null if it was not the same each time. */
  readonly digest: string | null;
}

/** As long as kept responses: a prompt cache forgets much earlier. */
const keptMilliseconds = 24 * 60 * 60_000;
const ambiguous: StoredTurns = { digest: null };

/** Hidden turns in a store that outlives this process, or that several processes share. A failing store costs a cache miss, never the answer. */
export class SharedTurns {
  readonly #store: Store;
  readonly #reportProblem: ReportProblem;
  readonly #writes = new Map<string, Promise<void>>();

  constructor(store: Store, reportProblem: ReportProblem) {
    this.#store = store;
    this.#reportProblem = reportProblem;
  }

  async read(keys: readonly string[]): Promise<readonly (StoredTurns | undefined)[]> {
    try {
      return (await this.#store.get(keys.map(storeKey))).map(asStoredTurns);
    } catch (error) {
      this.#reportProblem("The store did not give hidden turns.", error);
      return [];
    }
  }

  /** Another process may have kept something else under this key: then it is unclear which of the two continues. */
  write(key: string, made: StoredTurns, milliseconds: number = keptMilliseconds): void {
    const earlier = this.#writes.get(key) ?? Promise.resolve();
    const write = earlier
      .then(() => this.#write(key, made, milliseconds))
      .catch((error: unknown) => this.#reportProblem("The store did not keep a hidden turn.", error))
      .finally(() => {
        if (this.#writes.get(key) === write) this.#writes.delete(key);
      });
    this.#writes.set(key, write);
  }

  /** Resolves when a key is written, so that other processes find it; undefined if nothing is being written. */
  written(key: string): Promise<void> | undefined {
    return this.#writes.get(key);
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writes.values());
  }

  async #write(key: string, made: StoredTurns, milliseconds: number): Promise<void> {
    // Nearly always nothing is there yet, and an answer waits for this.
    if ((await this.#store.create?.(storeKey(key), made, { milliseconds })) === true) return;
    await this.#store.update(
      storeKey(key),
      (value) => {
        const known = asStoredTurns(value);
        return known === undefined || known.digest === made.digest ? made : ambiguous;
      },
      { milliseconds },
    );
  }
}

/** A key starts with the hash of its sender. */
function storeKey(key: string): StoreKey {
  const [owner = "", ...rest] = key.split(" ");
  return { namespace: "hidden-turns", owner, id: rest.join(" ") };
}

/** What a store gives back must be what was written. */
function asStoredTurns(value: object | undefined): StoredTurns | undefined {
  if (!isRecord(value)) return undefined;
  const { text, checksum, digest } = value;
  if (typeof digest !== "string") return ambiguous;
  if (typeof text !== "string") return { digest };
  return sha256(text) === checksum ? { text, digest } : undefined;
}
