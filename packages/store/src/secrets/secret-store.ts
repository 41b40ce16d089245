import type { Retention, Store, StoreKey } from "../contract/store.ts";
import type { SecretBox } from "./secret-box.ts";

/** Values of a store that are encrypted there. */
export class SecretStore {
  readonly #store: Store;
  readonly #box: SecretBox;
  readonly #now: () => number;

  constructor(store: Store, box: SecretBox, now: () => number) {
    this.#store = store;
    this.#box = box;
    this.#now = now;
  }

  /** The value under this key; undefined if there is none, or none any more. Throws if it cannot be decrypted. */
  async get(key: StoreKey): Promise<object | undefined> {
    const [stored] = await this.#store.get([key]);
    return this.#open(stored, key);
  }

  async set(key: StoreKey, value: object, retention: Retention): Promise<void> {
    await this.#store.set(key, this.#seal(value, key, retention), retention);
  }

  /** As `update` of the store. */
  async update(
    key: StoreKey,
    change: (value: object | undefined) => object | undefined,
    retention: Retention,
  ): Promise<object | undefined> {
    let changed: object | undefined;
    await this.#store.update(
      key,
      (stored) => {
        changed = change(this.#open(stored, key));
        return changed === undefined ? undefined : this.#seal(changed, key, retention);
      },
      retention,
    );
    return changed;
  }

  async delete(key: StoreKey): Promise<boolean> {
    return this.#store.delete(key);
  }

  #seal(value: object, key: StoreKey, { milliseconds }: Retention): object {
    return this.#box.seal(value, key, this.#now() + milliseconds);
  }

  #open(stored: object | undefined, key: StoreKey): object | undefined {
    if (stored === undefined) return undefined;
    const value = this.#box.open(stored, key);
    // Whoever can write to the database can keep a row alive, but not what is in it.
    return (stored as { readonly until: number }).until > this.#now() ? value : undefined;
  }
}
