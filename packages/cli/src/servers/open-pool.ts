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
}

/** A pool with the user's logins, and with a pin file where one is named. It starts nothing by itself. */
export async function openPool(
  options: PoolOptions,
  pinFile?: string,
  onWriteChange?: BackgroundWritesOptions["onChange"],
): Promise<OpenedPool> {
  const writes = new BackgroundWrites({ onChange: onWriteChange });
  const trust = pinFile === undefined ? undefined : await openPinTrust({ file: pinFile, writes });
  const authProvider = await loadStoredLogins(options.entries, dataFolder(), writes);
  const trusting = trust === undefined ? {} : { trust };
  return { pool: new ServerPool({ ...options, writes, authProvider, ...trusting }), trust, writes };
}
