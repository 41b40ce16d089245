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
import { openPins } from "./open-pins.ts";

/** A pool, and what holds tools back in it. */
export interface OpenedPool {
  readonly pool: ServerPool;
  /** Undefined without pins. */
  readonly trust: PinTrust | undefined;
  /** What writes lists of tools, pins and logins. */
  readonly writes: BackgroundWrites;
  /** Replaces the servers; new ones get the user's logins too. */
  readonly setEntries: (entries: PoolOptions["entries"]) => Promise<void>;
  /** Closes the pool, and what it uses. */
  readonly close: () => Promise<void>;
}

/** Where approvals are. */
export interface PinsOptions {
  /** `--pins`: a file, or `store`. */
  readonly pins?: string | undefined;
  /** The store of the config. */
  readonly store?: string | undefined;
}

/** A pool with the user's logins, and with pins where they are named. It starts nothing by itself. */
export async function openPool(
  options: PoolOptions,
  { pins, store }: PinsOptions = {},
  onWriteChange?: BackgroundWritesOptions["onChange"],
): Promise<OpenedPool> {
  const writes = new BackgroundWrites({ onChange: onWriteChange });
  const opened = pins === undefined ? undefined : await openPins(pins, store);
  const trust = opened === undefined ? undefined : await openPinTrust({ ...opened.options, writes });
  const stopFollowing = trust?.follow();
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
    close: async () => {
      await pool.close();
      stopFollowing?.();
      await trust?.saved();
      await opened?.close();
    },
  };
}
