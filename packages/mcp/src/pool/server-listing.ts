import type { ServerEntry } from "../config/server-entry.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { hasExpired, isStaleAtOnce } from "../lists/list-caching.ts";
import { emptyLists, type ServerLists } from "../lists/server-lists.ts";
import { allowedLists, type HeldItem, reviewedItems } from "../trust/reviewed-item.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";
import type { ListKind } from "./change-subscription.ts";
import type { Connection } from "./connection.ts";
import type { PoolContext } from "./pool-context.ts";
import { listNamesOf, type ReadOptions, readKind, readLists } from "./read-lists.ts";
import { ServerTools } from "./server-tools.ts";

/** The known lists of a server: from disk before it runs, then from the server itself. */
export class ServerListing {
  readonly tools: ServerTools;
  readonly #entry: ServerEntry;
  readonly #context: PoolContext;
  readonly #refreshing = new Map<ListKind | "all", Promise<void>>();
  readonly #dirty = new Set<ListKind | "all">();
  /** As received from the server. */
  #raw: ServerLists = emptyLists;
  /** The usable part of them. */
  #lists: ServerLists = emptyLists;
  #held: readonly HeldItem[] = [];
  #listedAt: number | undefined;
  #era: ProtocolEra | undefined;
  #isWithdrawn = false;

  constructor(entry: ServerEntry, context: PoolContext) {
    const { maxToolNameLength } = context.options;
    const { name: server, alwaysLoad } = entry;
    this.#entry = entry;
    this.#context = context;
    this.tools = new ServerTools({ server, alwaysLoad, maxToolNameLength, emit: context.emit });
  }

  /** The server's lists, without held-back items. */
  get lists(): ServerLists {
    return this.#lists;
  }

  get held(): readonly HeldItem[] {
    return this.#held;
  }

  /** Checks again what may be used, after an approval. */
  review(): void {
    this.#take(this.#raw);
  }

  /** Withdraws everything for good, when the server leaves the pool. A list that is still being read counts no more. */
  withdraw(): void {
    this.#take(emptyLists);
    this.#isWithdrawn = true;
  }

  /** When the lists were read; undefined if nothing is known. */
  get listedAt(): number | undefined {
    return this.#listedAt;
  }

  /** The server's protocol era when it was last listed; it expires together with old lists. */
  get era(): ProtocolEra | undefined {
    return this.isOld() ? undefined : this.#era;
  }

  /** Reads the cached lists. */
  async load(): Promise<void> {
    const known = await this.#context.cache?.read(this.#entry, (message) => this.#warn(message));
    if (known === undefined) return;
    this.#listedAt = known.listedAt;
    this.#era = known.era;
    this.#take(known.lists);
  }

  /** Whether the lists are missing or too old. */
  isOld(): boolean {
    const { now, maxListAgeMilliseconds } = this.#context.options;
    if (this.#listedAt === undefined) return true;
    const age = now() - this.#listedAt;
    // A list from the future was written, or is read, with a wrong clock.
    return age < 0 || age > maxListAgeMilliseconds;
  }

  /** Whether lists of a kind must be read again before use: they are old, or stale according to their server. */
  isStale(kind: ListKind, connection: Connection | undefined): boolean {
    if (this.isOld()) return true;
    const now = this.#context.options.now();
    return listNamesOf(kind).some((name) => {
      const caching = this.#lists.caching[name];
      if (caching === undefined) return false;
      // No need to ask a server that reports changes; a stopped server is not started for each use.
      return hasExpired(caching, now) || (isStaleAtOnce(caching) && connection?.changes?.covers(kind) === false);
    });
  }

  /** Reads all lists from the server. */
  async read(connection: Connection): Promise<void> {
    this.#take(await readLists(connection, this.#readOptions()));
    this.#listedAt = this.#context.options.now();
    this.#era = connection.era;
  }

  /** Reads a list again, or all; if it changes meanwhile, it is read once more. */
  async refresh(kind: ListKind | "all", connection: () => Connection | undefined): Promise<void> {
    this.#dirty.add(kind);
    const running = this.#refreshing.get(kind);
    if (running !== undefined) return running;
    const work = this.#refreshWhileDirty(kind, connection).finally(() => this.#refreshing.delete(kind));
    this.#refreshing.set(kind, work);
    return work;
  }

  /** Writes the lists to disk, in the background. */
  save(): void {
    const { cache, writes } = this.#context;
    if (cache === undefined || this.#isWithdrawn) return;
    const known = { lists: this.#raw, listedAt: this.#listedAt ?? 0, era: this.#era ?? "legacy" };
    writes.add({
      name: "tool lists",
      file: cache.fileOf(this.#entry),
      write: () => cache.write(this.#entry, known),
      onFailure: (error) => this.#warn(`its list cannot be kept, and is tried again: ${reasonOf(error)}`),
    });
  }

  async #refreshWhileDirty(kind: ListKind | "all", connection: () => Connection | undefined): Promise<void> {
    for (let open = connection(); this.#dirty.delete(kind) && open !== undefined; open = connection()) {
      try {
        const before = this.#raw;
        if (kind === "all") await this.read(open);
        else this.#take(await readKind(before, kind, open, this.#readOptions()));
        // A list that is immediately stale is read at each use, and rarely changes.
        const isStaleAgain = Object.values(this.#raw.caching).some(isStaleAtOnce);
        if (!isStaleAgain || differ(withoutCaching(before), withoutCaching(this.#raw))) this.save();
      } catch (error) {
        this.#warn(`its ${kind === "all" ? "lists" : kind} cannot be read: ${reasonOf(error)}`);
      }
    }
  }

  #readOptions(): ReadOptions {
    const { connectMilliseconds: timeout, now } = this.#context.options;
    return { server: this.#entry.name, timeout, now, warn: (message) => this.#warn(message) };
  }

  #take(raw: ServerLists): void {
    if (this.#isWithdrawn) return;
    const { emit, options } = this.#context;
    const { name: server } = this.#entry;
    const before = this.#lists;
    const tools = this.tools.pooled(raw.tools);
    const review = options.trust?.review(server, reviewedItems(server, raw, tools));
    const lists = review === undefined ? raw : allowedLists(server, raw, review.allowed);
    this.#raw = raw;
    this.#lists = lists;
    this.tools.replace(review === undefined ? tools : review.allowed.flatMap(({ tool }) => tool ?? []));
    this.#hold(review?.held ?? []);
    if (before.instructions !== lists.instructions) emit({ type: "instructions", server });
    if (differ(before.prompts, lists.prompts)) emit({ type: "prompts", server });
    if (differ([before.resources, before.resourceTemplates], [lists.resources, lists.resourceTemplates])) {
      emit({ type: "resources", server });
    }
  }

  #hold(held: readonly HeldItem[]): void {
    const isNew = differ(this.#held.map(heldKey), held.map(heldKey));
    this.#held = held;
    if (isNew) this.#context.emit({ type: "held", server: this.#entry.name, held });
  }

  #warn(message: string): void {
    this.#context.emit({ type: "warning", server: this.#entry.name, message });
  }
}

function heldKey({ item, reason }: HeldItem): readonly string[] {
  return [item.name, item.hash, reason];
}

function withoutCaching({ caching: _caching, ...lists }: ServerLists): unknown {
  return lists;
}

function differ(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
