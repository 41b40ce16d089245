import type { ToolIndexOptions } from "@toolcrib/search";
import { type RemoteParts, RemoteSearch, remoteParts } from "@toolcrib/search/remote";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import type { Store } from "../contract/store.ts";
import type { StoreServices } from "../contract/store-services.ts";
import { StoreError } from "../errors/store-error.ts";
import { openDatabase } from "../open/open-store.ts";
import type { Database } from "../sql/database.ts";
import { migrate } from "../sql/migrate.ts";
import { SqlStore } from "../sql/sql-store.ts";
import { hashOfTenant } from "./catalogue-row.ts";
import { deleteExpiredCatalogues, deleteTenant } from "./delete-catalogues.ts";
import { SqlToolIndex } from "./sql-tool-index.ts";
import { StoredNames } from "./stored-names.ts";

/** Options of catalogues in a database. */
export interface CataloguesOptions extends Pick<ToolIndexOptions, "embedder" | "languages">, Partial<StoreServices> {
  /** Deletes a catalogue that was not used for so long. Default: it is kept until it is deleted. */
  readonly retentionMilliseconds?: number | undefined;
}

const cleanUpMilliseconds = 600_000;
const maxTenantLength = 512;

/** Where catalogues are. */
interface CataloguesPlace {
  /** The database, with its tables. */
  open(): Promise<Database>;
  close(): Promise<void>;
}

/** Catalogues of many tenants in one database, which any number of processes may share. */
export class ToolCatalogues {
  readonly #place: CataloguesPlace;
  readonly #parts: RemoteParts;
  readonly #search: RemoteSearch;
  readonly #names: StoredNames;
  readonly #options: CataloguesOptions;
  readonly #now: () => number;
  readonly #timer: Timer;

  constructor(place: CataloguesPlace, options: CataloguesOptions = {}) {
    this.#place = place;
    this.#parts = remoteParts(options);
    this.#search = new RemoteSearch(this.#parts);
    this.#names = new StoredNames();
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#timer = (options.startTimer ?? startBackgroundTimer)(cleanUpMilliseconds, () => void this.#cleanUp());
  }

  /** The tools of a tenant: whoever has the name of another never sees them. Nothing is read or written until it is used. */
  of(tenant: string): SqlToolIndex {
    if (typeof tenant !== "string" || tenant === "" || tenant.length > maxTenantLength) {
      throw new StoreError("invalid_tenant", { limit: maxTenantLength });
    }
    return new SqlToolIndex(
      { tenant, vectorsId: this.#parts.vectorsId },
      {
        open: () => this.#place.open(),
        names: this.#names,
        search: this.#search,
        parts: this.#parts,
        now: this.#now,
        retentionMilliseconds: this.#options.retentionMilliseconds,
      },
    );
  }

  /** Deletes the tools of a tenant, whatever their vectors were computed with. Returns whether there were any. */
  async delete(tenant: string): Promise<boolean> {
    const database = await this.#place.open();
    return deleteTenant(database, hashOfTenant(tenant));
  }

  /** Ends connections and timers. */
  async close(): Promise<void> {
    this.#timer.stop();
    await this.#place.close();
  }

  async #cleanUp(): Promise<void> {
    try {
      await deleteExpiredCatalogues(await this.#place.open(), this.#now());
    } catch (error) {
      this.#options.reportProblem?.("Catalogues that are no longer used were not deleted.", error);
    }
    this.#timer.restart();
  }
}

/**
 * Opens the catalogues of a store, in a folder, or at a `postgres://` URL. A database that does not answer yet is tried
 * again when it is needed. Closing the catalogues leaves a given store open.
 */
export async function openCatalogues(place: string | Store, options: CataloguesOptions = {}): Promise<ToolCatalogues> {
  if (typeof place !== "string") {
    if (!(place instanceof SqlStore)) throw new StoreError("catalogues_need_database", {});
    return new ToolCatalogues({ open: () => place.open(), close: async () => {} }, options);
  }
  const database = await openDatabase(place);
  if (database === undefined) throw new StoreError("catalogues_need_database", {});
  return new ToolCatalogues(placeOf(database), options);
}

/** A database as a place: its tables are created when they are first needed, and tried again after a failure. */
export function placeOf(database: Database): CataloguesPlace {
  let migrated: Promise<unknown> | undefined;
  return {
    open: async () => {
      migrated ??= migrate(database);
      try {
        await migrated;
      } catch (error) {
        migrated = undefined;
        throw error;
      }
      return database;
    },
    close: () => database.close(),
  };
}
