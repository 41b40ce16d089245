import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@toolcrib/store";

/** A call of a store. */
export interface StoreCall {
  readonly kind: "read" | "write";
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Such a store, and what was called. */
export interface RecordingStore {
  readonly store: Store;
  readonly calls: StoreCall[];
  /** How long writes take in addition, in milliseconds. */
  writeDelay: number;
}

const directoryNamespace = "access";

/** A store that notes each call, so that it can be told which of them a request waits for. */
export function recordCalls(store: Store): RecordingStore {
  const calls: StoreCall[] = [];
  const recording = { writeDelay: 0 };
  const timed = async <Value>(kind: StoreCall["kind"], work: () => Promise<Value>): Promise<Value> => {
    const startedAt = performance.now();
    try {
      if (kind === "write" && recording.writeDelay > 0) await wait(recording.writeDelay);
      return await work();
    } finally {
      calls.push({ kind, startedAt, milliseconds: performance.now() - startedAt });
    }
  };
  const { journal, counters, readTogether } = store;
  return Object.assign(recording, {
    calls,
    store: {
      specificationVersion: "v1",
      // Every replica looks for changed keys and grants all the time; no request waits for that.
      get: (keys) =>
        keys.some(({ namespace }) => namespace === directoryNamespace)
          ? store.get(keys)
          : timed("read", () => store.get(keys)),
      set: (key, value, retention) => timed("write", () => store.set(key, value, retention)),
      update: (key, change, retention) => timed("write", () => store.update(key, change, retention)),
      delete: (key) => timed("write", () => store.delete(key)),
      readTogether: readTogether && ((keys, counterKeys) => timed("read", () => readTogether(keys, counterKeys))),
      journal: journal && {
        append: (name, make) => timed("write", () => journal.append(name, make)),
        read: (name, query) => timed("read", () => journal.read(name, query)),
        deleteBefore: (name, sequence) => timed("write", () => journal.deleteBefore(name, sequence)),
      },
      counters: counters && {
        read: (keys) => timed("read", () => counters.read(keys)),
        add: (changes) => timed("write", () => counters.add(changes)),
        list: (namespace, limit) => timed("read", () => counters.list(namespace, limit)),
      },
      close: () => store.close(),
    },
  } as const);
}
