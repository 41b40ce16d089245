import {
  BackgroundWrites,
  type BackgroundWritesOptions,
  loadStoredLogins,
  openPinTrust,
  type PinTrust,
  type PoolOptions,
  ServerPool,
} from "@toolcrib/mcp";
import { dataFolder } from "./data-folder.ts";

/** A pool, and what holds tools back in it. */
export interface OpenedPool {
  readonly pool: ServerPool;
  /** Undefined without a pin file. */
  readonly trust: PinTrust | undefined;
  /** What writes lists of tools, pins and logins. */
  readonly writes: BackgroundWrites;
  /** Replaces the servers; new ones get the user's logins too. */
  readonly setEntries: (entries: PoolOptions["entries"]) => Promise<void>;
}

/** A pool with the user's logins, and with a pin file where one is named. It starts nothing by itself. */
export async function openPool(
  options: PoolOptions,
  pinFile?: string,
  onWriteChange?: BackgroundWritesOptions["onChange"],
): Promise<OpenedPool> {
  const writes = new BackgroundWrites({ onChange: onWriteChange });
  const trust = pinFile === undefined ? undefined : await openPinTrust({ file: pinFile, writes });
  const loadLogins = (entries: PoolOptions["entries"]) => loadStoredLogins(entries, dataFolder(), writes);
  let logins = await loadLogins(options.entries);
  const authProvider: PoolOptions["authProvider"] = (entry) => logins(entry);
  const trusting = trust === undefined ? {} : { trust };
  const pool = new ServerPool({ ...options, writes, authProvider, ...trusting });
  return {
    pool,
    trust,
    writes,
    setEntries: async (entries) => {
      const known = new Set(pool.entries().map(({ name }) => name));
      const earlier = logins;
      const added = await loadLogins(entries.filter(({ name }) => !known.has(name)));
      logins = (entry) => earlier(entry) ?? added(entry);
      await pool.setEntries(entries);
    },
  };
}
