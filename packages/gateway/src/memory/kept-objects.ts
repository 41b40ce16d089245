import { isRecord } from "@toolcrib/shared/json";
import type { Store, StoreKey } from "@toolcrib/store";
import { Lru } from "../caches/lru.ts";
import type { KeptObjects } from "../contracts/kept-objects.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { WriteQueue } from "./write-queue.ts";

interface Kept {
  readonly value: object;
  readonly links: readonly string[];
}

/** How long objects are kept. OpenAI keeps responses for thirty days; clients continue theirs within hours. */
const keptMilliseconds = 24 * 60 * 60_000;
/** A conversation is read as far back as this. */
const maxLinks = 1_000;
/** An object is linked to the one before it. */
const maxLinksOfOne = 16;
/** How many ids are known to be taken. */
const maxTaken = 20_000;

/** What client dialects keep for callers, in a store. One caller never sees what is kept for another. */
export class KeptObjectsOfCallers {
  readonly #store: Store;
  readonly #reportProblem: ReportProblem;
  /** Writes that have not ended: what they hold is already kept, or deleted. */
  readonly #pending = new Map<string, Kept | undefined>();

  readonly #taken = new Lru<string, object>(maxTaken);

  constructor(store: Store, reportProblem: ReportProblem) {
    this.#store = store;
    this.#reportProblem = reportProblem;
  }

  /** What is kept for one caller, as one request sees it. `owner` identifies the caller and the dialect. */
  of(owner: string): ObjectsOfCaller {
    const keyOf = (id: string): StoreKey => ({ namespace: "kept-objects", owner, id });
    const writes = new WriteQueue((cause) => this.#reportProblem("The store did not keep an object.", cause));
    return new ObjectsOfCaller({
      read: (ids) => this.#read(ids.map(keyOf)),
      keep: (id, kept) => this.#keep(keyOf(id), kept, writes),
      delete: (id) => this.#delete(keyOf(id)),
      isTaken: (id) => this.#taken.get(textOf(keyOf(id))) !== undefined,
      written: () => writes.written(),
    });
  }

  async #read(keys: readonly StoreKey[]): Promise<readonly (Kept | undefined)[]> {
    // A write may end while the store is read.
    const pending = new Map<StoreKey, Kept | undefined>();
    for (const key of keys) {
      const text = textOf(key);
      if (this.#pending.has(text)) pending.set(key, this.#pending.get(text));
    }
    try {
      const found = await this.#store.get(keys.filter((key) => !pending.has(key)));
      let next = 0;
      return keys.map((key) => (pending.has(key) ? pending.get(key) : this.#asKept(found[next++])));
    } catch (cause) {
      throw new GatewayError("store_unavailable", {}, { cause });
    }
  }

  /** What a store gives back must be what was written; anything else is not kept. */
  #asKept(value: object | undefined): Kept | undefined {
    if (value === undefined || value === null) return undefined;
    const { value: object, links } = value as Partial<Kept>;
    const areLinks = Array.isArray(links) && links.every((link) => typeof link === "string");
    if (isRecord(object) && areLinks && links.length <= maxLinksOfOne) return { value: object, links };
    this.#reportProblem("The store gave something else than it was given.", undefined);
    return undefined;
  }

  #keep(key: StoreKey, kept: Kept, writes: WriteQueue): void {
    const text = textOf(key);
    this.#pending.set(text, kept);
    this.#taken.set(text, key);
    writes.add(async () => {
      // Another request may have deleted it while the write was waiting.
      if (this.#pending.get(text) !== kept) return;
      await this.#untilWritten(text, () => this.#store.set(key, kept, { milliseconds: keptMilliseconds }));
    });
  }

  async #delete(key: StoreKey): Promise<void> {
    const text = textOf(key);
    this.#pending.set(text, undefined);
    this.#taken.delete(text);
    try {
      await this.#untilWritten(text, () => this.#store.delete(key));
    } catch (cause) {
      this.#reportProblem("The store did not delete an object.", cause);
      throw new GatewayError("store_unavailable", {}, { cause });
    }
  }

  async #untilWritten(text: string, write: () => Promise<unknown>): Promise<void> {
    const kept = this.#pending.get(text);
    try {
      await write();
    } finally {
      if (this.#pending.get(text) === kept) this.#pending.delete(text);
    }
  }
}

interface CallerStore {
  read(ids: readonly string[]): Promise<readonly (Kept | undefined)[]>;
  keep(id: string, kept: Kept): void;
  delete(id: string): Promise<void>;
  isTaken(id: string): boolean;
  written(): Promise<unknown> | undefined;
}

/** Objects that one request needs. They are read from the store when they are missed. */
export class ObjectsOfCaller implements KeptObjects {
  readonly #store: CallerStore;
  readonly #known = new Map<string, object | undefined>();
  #missing = new Set<string>();
  #deletion: Promise<void> = Promise.resolve();

  constructor(store: CallerStore) {
    this.#store = store;
  }

  get(id: string): object | undefined {
    if (!this.#known.has(id)) this.#missing.add(id);
    return this.#known.get(id);
  }

  set(id: string, value: object, links: readonly string[] = []): void {
    this.#known.set(id, value);
    this.#store.keep(id, { value, links });
  }

  delete(id: string): void {
    this.#known.set(id, undefined);
    this.#deletion = this.#store.delete(id);
    this.#deletion.catch(alreadyReported);
  }

  /** Resolves when what was deleted last is gone from the store. */
  deleted(): Promise<void> {
    return this.#deletion;
  }

  isTaken(id: string): boolean {
    return this.#store.isTaken(id);
  }

  /** Resolves when the store has what this request keeps; undefined if nothing is being written. */
  written(): Promise<unknown> | undefined {
    return this.#store.written();
  }

  /** Runs what reads kept objects, again if some of them had to be read from the store first. `onRead` is called before the first read. */
  async whenLoaded<Value>(run: () => Value, onRead: () => void = () => {}): Promise<Value> {
    for (let hasRead = false; ; hasRead = true) {
      const outcome = outcomeOf(run);
      if (this.#missing.size > 0) {
        if (!hasRead) onRead();
        if (await this.#load()) continue;
      }
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    }
  }

  /** Whether something of what was missing is there now. */
  async #load(): Promise<boolean> {
    let isFound = false;
    for (let links = 0; this.#missing.size > 0 && links < maxLinks; links++) {
      const ids = [...this.#missing];
      const found = await this.#store.read(ids);
      this.#missing = new Set();
      for (const [position, id] of ids.entries()) {
        const kept = found[position];
        this.#known.set(id, kept?.value);
        if (kept === undefined) continue;
        isFound = true;
        for (const link of kept.links) if (!this.#known.has(link)) this.#missing.add(link);
      }
    }
    this.#missing = new Set();
    return isFound;
  }
}

function outcomeOf<Value>(run: () => Value): { readonly value: Value } | { readonly error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** Not everybody waits for an object to be deleted. */
const alreadyReported = (): void => {};

const textOf = ({ namespace, owner, id }: StoreKey): string => JSON.stringify([namespace, owner, id]);
