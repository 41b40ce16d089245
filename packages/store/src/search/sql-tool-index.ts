import type { CatalogueChange, SearchAnswer, SearchableTool, SearchOptions } from "@toolcrib/search";
import { hashTools, prepareTools, type RemoteParts, type RemoteSearch } from "@toolcrib/search/remote";
import type { Database } from "../sql/database.ts";
import { type CatalogueKey, type CatalogueRow, keepCatalogue, lockCatalogue, readCatalogue } from "./catalogue-row.ts";
import { SqlTools } from "./sql-tools.ts";
import { storedName } from "./stored-name.ts";
import type { StoredNames } from "./stored-names.ts";
import { createVectorIndex } from "./vector-index.ts";
import type { VisibleNames } from "./visible-tools.ts";
import { addTools, readHashes, removeTools } from "./write-tools.ts";

/** Options of a search in the database. */
export interface StoredSearchOptions extends SearchOptions {
  /** Restricts the search by patterns, which the database applies: for catalogues too large to call `only` for every name. */
  readonly visible?: VisibleNames | undefined;
}

/** What the indexes of a database share. */
export interface SqlIndexParts {
  /** The database, with its tables. */
  readonly open: () => Promise<Database>;
  readonly names: StoredNames;
  readonly search: RemoteSearch;
  readonly parts: RemoteParts;
  readonly now: () => number;
  /** How long a catalogue is kept after its last use; undefined if until it is deleted. */
  readonly retentionMilliseconds: number | undefined;
}

/** So many tools are written at a time: a transaction is short, and others can search and write in between. */
const batchSize = 1_000;
/** A catalogue in use is kept for longer after this share of its time. */
const renewalShare = 0.1;

/** The tools of one tenant in a database. It is used like `ToolIndex`; what changes it takes time, so it returns promises. */
export class SqlToolIndex {
  readonly specificationVersion = "v1";
  readonly #key: CatalogueKey;
  readonly #services: SqlIndexParts;
  /** The last change of this process; searches that start after it wait for it. */
  #changing: Promise<unknown> = Promise.resolve();
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(key: CatalogueKey, services: SqlIndexParts) {
    this.#key = key;
    this.#services = services;
  }

  /** The number of tools. */
  async size(): Promise<number> {
    return (await this.#row())?.tools ?? 0;
  }

  /** Whether all tools have vectors. */
  async isEmbedded(): Promise<boolean> {
    const row = await this.#row();
    return row !== undefined && row.embedded === row.tools;
  }

  /** Adds tools, or replaces changed ones. */
  add(tools: Iterable<SearchableTool>): Promise<CatalogueChange> {
    const given = [...tools];
    return this.#change(() => this.#add(given));
  }

  /** Removes tools; returns how many existed. */
  remove(names: Iterable<string>): Promise<number> {
    const given = [...names];
    return this.#change(() => this.#remove(given));
  }

  /** Makes the catalogue contain exactly these tools, changing only what differs. */
  sync(tools: Iterable<SearchableTool>): Promise<CatalogueChange & { readonly removed: number }> {
    const given = [...tools];
    return this.#change(async () => {
      const change = await this.#add(given);
      const keep = new Set(given.map(({ name }) => storedName(name)));
      const names = await this.#names();
      return { ...change, removed: await this.#remove(names.filter((name) => !keep.has(storedName(name)))) };
    });
  }

  /**
   * Creates an index of the tools' vectors, which needs pgvector: for catalogues so large that comparing all of them takes
   * too long. Reads and writes go on meanwhile. Returns false if there is no pgvector.
   */
  createVectorIndex(): Promise<boolean> {
    return this.#change(async () => {
      const row = await this.#row();
      return row !== undefined && createVectorIndex(await this.#services.open(), row.number);
    });
  }

  /** Finds tools, as `ToolIndex.search` does. */
  async search(query: string, options: StoredSearchOptions = {}): Promise<SearchAnswer> {
    // A change that failed has said so to whoever made it.
    await this.#changing.catch(() => {});
    const { open, names, search } = this.#services;
    const database = await open();
    const row = (await readCatalogue(database.query, this.#key)) ?? noCatalogue;
    this.#renew(database, row);
    const { only, visible } = options;
    const allowed = only === undefined ? undefined : await names.restrict(database, row, only);
    const restriction = { names: visible, numbers: allowed?.numbers };
    const searchable = visible === undefined ? (allowed?.count ?? row.tools) : undefined;
    return search.search(new SqlTools({ database, row, restriction }, searchable), query, options);
  }

  #change<Value>(run: () => Promise<Value>): Promise<Value> {
    const changing = this.#changing.catch(() => {}).then(run);
    this.#changing = changing;
    // Whoever made the change gets the error; nobody else has to.
    changing.catch(() => {});
    return changing;
  }

  async #row(): Promise<CatalogueRow | undefined> {
    const database = await this.#services.open();
    return readCatalogue(database.query, this.#key);
  }

  async #names(): Promise<readonly string[]> {
    const database = await this.#services.open();
    const row = await this.#row();
    const rows = await database.query(
      `SELECT tool.name FROM toolcrib_tools tool WHERE tool.catalogue = ${row?.number ?? 0}`,
    );
    return rows.map(({ name }) => JSON.parse(`"${name}"`) as string);
  }

  async #add(tools: readonly SearchableTool[]): Promise<CatalogueChange> {
    // Invalid tools are rejected before anything changes.
    const hashes = hashTools(tools);
    const distinct = new Map(tools.map((tool) => [tool.name, tool]));
    const total = { added: 0, replaced: 0, unchanged: 0 };
    const all = [...distinct.values()];
    for (let start = 0; start === 0 || start < all.length; start += batchSize) {
      const change = await this.#addBatch(all.slice(start, start + batchSize), hashes);
      total.added += change.added;
      total.replaced += change.replaced;
      total.unchanged += change.unchanged;
    }
    return total;
  }

  async #addBatch(tools: readonly SearchableTool[], hashes: ReadonlyMap<string, string>): Promise<CatalogueChange> {
    const { open, parts } = this.#services;
    const database = await open();
    const names = tools.map(({ name }) => name);
    const row = await this.#row();
    const before = row === undefined ? new Map<string, string>() : await readHashes(database.query, row.number, names);
    const changed = tools.filter(({ name }) => before.get(storedName(name)) !== hashes.get(name));
    if (changed.length === 0 && row !== undefined) return { added: 0, replaced: 0, unchanged: tools.length };
    // Vectors may take long, so they are computed before anything is locked.
    const prepared = await prepareTools(changed, parts);
    return database.transaction(async (query) => {
      const { number } = await lockCatalogue(query, this.#key, this.#expiry());
      const replaced = await removeTools(
        query,
        number,
        changed.map(({ name }) => name),
      );
      if (prepared.length > 0) await addTools(query, number, prepared);
      return { added: prepared.length - replaced, replaced, unchanged: tools.length - prepared.length };
    });
  }

  async #remove(names: readonly string[]): Promise<number> {
    const database = await this.#services.open();
    let removed = 0;
    for (let start = 0; start < names.length; start += batchSize) {
      removed += await database.transaction(async (query) => {
        const { number } = await lockCatalogue(query, this.#key, this.#expiry());
        return removeTools(query, number, names.slice(start, start + batchSize));
      });
    }
    return removed;
  }

  #expiry(): number | undefined {
    const { retentionMilliseconds, now } = this.#services;
    return retentionMilliseconds === undefined ? undefined : now() + retentionMilliseconds;
  }

  /** Keeps a catalogue that is used. No search waits for it. */
  #renew(database: Database, { number }: CatalogueRow): void {
    const { retentionMilliseconds, now } = this.#services;
    const expiresAt = this.#expiry();
    if (retentionMilliseconds === undefined || expiresAt === undefined || number === 0) return;
    if (now() - this.#renewedAt < retentionMilliseconds * renewalShare) return;
    this.#renewedAt = now();
    keepCatalogue(database.query, number, expiresAt).catch(() => {
      this.#renewedAt = Number.NEGATIVE_INFINITY;
    });
  }
}

/** A tenant without tools has no catalogue in the database. */
const noCatalogue: CatalogueRow = { number: 0, tools: 0, embedded: 0, version: "0", indexedBits: 0 };
