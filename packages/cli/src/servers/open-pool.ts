import { loadStoredLogins, openPinTrust, type PinTrust, type PoolOptions, ServerPool } from "@toolcrib/mcp";
import { dataFolder } from "./data-folder.ts";

/** A pool, and what holds tools back in it. */
export interface OpenedPool {
  readonly pool: ServerPool;
  /** Undefined without a pin file. */
  readonly trust: PinTrust | undefined;
}

/** A pool with the user's logins, and with a pin file where one is named. It starts nothing by itself. */
export async function openPool(options: PoolOptions, pinFile?: string): Promise<OpenedPool> {
  const trust = pinFile === undefined ? undefined : await openPinTrust({ file: pinFile });
  const authProvider = await loadStoredLogins(options.entries, dataFolder());
  return { pool: new ServerPool({ ...options, authProvider, ...(trust === undefined ? {} : { trust }) }), trust };
}
