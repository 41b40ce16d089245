import type { Store, StoreKey } from "@toolcrib/store";

/** A store that outlives gateways, and that keeps texts as a database does. */
export interface JsonStore extends Store {
  /** By the keys as JSON. */
  readonly texts: Map<string, string>;
}

export function createJsonStore(): JsonStore {
  const texts = new Map<string, string>();
  const keyOf = ({ namespace, owner, id }: StoreKey) => JSON.stringify([namespace, owner, id]);
  return {
    specificationVersion: "v1",
    texts,
    get: async (keys) =>
      keys.map((key) => {
        const text = texts.get(keyOf(key));
        return text === undefined ? undefined : (JSON.parse(text) as object);
      }),
    create: async (key, value) => {
      if (texts.has(keyOf(key))) return false;
      texts.set(keyOf(key), JSON.stringify(value));
      return true;
    },
    set: async (key, value) => void texts.set(keyOf(key), JSON.stringify(value)),
    update: async (key, change) => {
      const text = texts.get(keyOf(key));
      const value = change(text === undefined ? undefined : (JSON.parse(text) as object));
      if (value === undefined) texts.delete(keyOf(key));
      else texts.set(keyOf(key), JSON.stringify(value));
      return value;
    },
    delete: async (key) => texts.delete(keyOf(key)),
    close: async () => {},
  };
}

/** A store whose changes take a while, as over a network. */
export function withSlowChanges({ create: _create, ...store }: Store): Store {
  return {
    ...store,
    update: async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return store.update(...given);
    },
  };
}
