import type { ServerEntry } from "../config/server-entry.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { type Connection, type ListKind, listTools, readLists } from "./connection.ts";
import type { PoolContext } from "./pool-context.ts";
import { emptyLists, type ServerLists } from "./server-lists.ts";
import { ServerTools } from "./server-tools.ts";

/** What is known of a server's lists: from disk before it runs, from itself afterwards. */
export class ServerListing {
  readonly tools: ServerTools;
  readonly #entry: ServerEntry;
  readonly #context: PoolContext;
  readonly #refreshing = new Map<ListKind, Promise<void>>();
  readonly #dirty = new Set<ListKind>();
  #lists: ServerLists = emptyLists;
  #listedAt: number | undefined;

  constructor(entry: ServerEntry, context: PoolContext) {
    const { longestToolName, trust } = context.options;
    const { name: server, alwaysLoad } = entry;
    this.#entry = entry;
    this.#context = context;
    this.tools = new ServerTools({ server, alwaysLoad, longestToolName, trust, emit: context.emit });
  }

  get lists(): ServerLists {
    return this.#lists;
  }

  /** When the lists were read; undefined while nothing is known. */
  get listedAt(): number | undefined {
    return this.#listedAt;
  }

  /** Reads what is known from before. */
  async load(): Promise<void> {
    const known = await this.#context.cache?.read(this.#entry, (message) => this.#warn(message));
    if (known === undefined) return;
    this.#listedAt = known.listedAt;
    this.#take(known.lists);
  }

  /** Whether nothing is known, or what is known is too old. */
  isOld(): boolean {
    const { now, maxListAgeMilliseconds } = this.#context.options;
    return this.#listedAt === undefined || now() - this.#listedAt > maxListAgeMilliseconds;
  }

  /** Asks the server for everything. */
  async read(connection: Connection): Promise<void> {
    this.#take(await readLists(connection, this.#entry.name, this.#context.options.connectMilliseconds));
    this.#listedAt = this.#context.options.now();
  }

  /** Reads a list again; one that changes while it is read is read once more. */
  async refresh(kind: ListKind, connection: () => Connection | undefined): Promise<void> {
    this.#dirty.add(kind);
    const running = this.#refreshing.get(kind);
    if (running !== undefined) return running;
    const work = this.#refreshWhileDirty(kind, connection).finally(() => this.#refreshing.delete(kind));
    this.#refreshing.set(kind, work);
    return work;
  }

  /** Keeps the lists on disk. Nobody waits for it. */
  save(): void {
    const { cache, writes } = this.#context;
    if (cache === undefined) return;
    const known = { lists: this.#lists, listedAt: this.#listedAt ?? 0 };
    writes.add({
      name: "tool lists",
      file: cache.fileOf(this.#entry),
      write: () => cache.write(this.#entry, known),
      onFailure: (error) => this.#warn(`its list cannot be kept, and is tried again: ${reasonOf(error)}`),
    });
  }

  async #refreshWhileDirty(kind: ListKind, connection: () => Connection | undefined): Promise<void> {
    const { name } = this.#entry;
    const { connectMilliseconds } = this.#context.options;
    for (let open = connection(); this.#dirty.delete(kind) && open !== undefined; open = connection()) {
      try {
        if (kind === "tools") this.#take({ ...this.#lists, tools: await listTools(open, name, connectMilliseconds) });
        else await this.read(open);
        this.save();
      } catch (error) {
        this.#warn(`its ${kind} cannot be listed: ${reasonOf(error)}`);
      }
    }
  }

  #take(lists: ServerLists): void {
    const { emit } = this.#context;
    const { name: server } = this.#entry;
    const before = this.#lists;
    this.#lists = lists;
    this.tools.replace(lists.tools);
    if (differ(before.prompts, lists.prompts)) emit({ type: "prompts", server });
    if (differ([before.resources, before.resourceTemplates], [lists.resources, lists.resourceTemplates])) {
      emit({ type: "resources", server });
    }
  }

  #warn(message: string): void {
    this.#context.emit({ type: "warning", server: this.#entry.name, message });
  }
}

function differ(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
