import { randomUUID } from "node:crypto";
import type { ExportedUsage, UsageHistory } from "@toolcrib/search";
import { isRecord } from "@toolcrib/shared/json";
import type { Store, StoreKey } from "@toolcrib/store";

/** After six half-lives, next to nothing is left. */
const retention = { milliseconds: 180 * 24 * 60 * 60_000 };

/** A history as a store keeps it. */
interface StoredValue {
  /** Differs after every write, so that a gateway notices what another one has written. */
  readonly revision: string;
  readonly usage: ExportedUsage;
}

/** The place of one tenant's history in a store. */
export class StoredHistory {
  readonly #store: Store;
  readonly #key: StoreKey;
  /** Of what was read or written last. */
  #revision: string | undefined;

  constructor(store: Store, tenant: string) {
    this.#store = store;
    this.#key = { namespace: "learning", owner: tenant, id: "history" };
  }

  /** Reads what is stored into a history. Throws `invalid_usage_history`, and changes nothing, if it is not valid. */
  async readInto(history: UsageHistory): Promise<void> {
    const stored = await this.#get();
    if (stored === undefined) return;
    this.#revision = revisionOf(stored);
    history.replaceWith(isRecord(stored) ? stored["usage"] : stored);
  }

  /** Stores a history, unless another gateway has stored one in the meantime, such as after a reset: then that one is read. */
  async write(history: UsageHistory): Promise<void> {
    const value = storedFrom(history);
    const stored = await this.#store.update(
      this.#key,
      (current) => (current === undefined || revisionOf(current) === this.#revision ? value : current),
      retention,
    );
    if (stored === value) this.#revision = value.revision;
    else await this.readInto(history);
  }

  /** Stores a history in place of whatever is stored. */
  async replace(history: UsageHistory): Promise<void> {
    const value = storedFrom(history);
    await this.#store.set(this.#key, value, retention);
    this.#revision = value.revision;
  }

  async #get(): Promise<object | undefined> {
    return (await this.#store.get([this.#key]))[0];
  }
}

function storedFrom(history: UsageHistory): StoredValue {
  return { revision: randomUUID(), usage: history.toJSON() };
}

function revisionOf(stored: object): string | undefined {
  const revision = isRecord(stored) ? stored["revision"] : undefined;
  return typeof revision === "string" ? revision : undefined;
}
