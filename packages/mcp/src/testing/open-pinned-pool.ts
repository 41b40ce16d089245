import { openPinTrust, type PinTrust, type PinTrustOptions, type PoolEvent, ServerPool } from "../index.ts";
import { scriptedEntry } from "./scripted-entry.ts";

/** A tool that replaces the server's tools. */
export const setTools: object = { name: "set_tools", inputSchema: { type: "object" } };

const pools: ServerPool[] = [];

/** Closed by `closePinnedPools`. */
export function closeLater(pool: ServerPool): ServerPool {
  pools.push(pool);
  return pool;
}

export async function closePinnedPools(): Promise<void> {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
}

/** A pool with one server `a`, and a pin file. */
export async function openPinnedPool(
  file: string,
  settings: Readonly<Record<string, unknown>>,
  options: Partial<PinTrustOptions> = {},
): Promise<{
  readonly trust: PinTrust;
  readonly pool: ServerPool;
  readonly events: readonly PoolEvent[];
  /** The usable tools, by the server's own names. */
  readonly names: () => readonly string[];
  /** What is held back, and why. */
  readonly held: () => readonly (readonly [string, string])[];
}> {
  const trust = await openPinTrust({ file, ...options });
  const pool = closeLater(new ServerPool({ entries: [scriptedEntry("a", settings)], cacheFolder: null, trust }));
  const events: PoolEvent[] = [];
  pool.subscribe((event) => events.push(event));
  await pool.settled(20_000);
  await trust.saved();
  const names = () => pool.tools().map(({ definition }) => definition.name);
  const held = () =>
    pool.held().map(({ item, reason }) => [item.kind === "tool" ? item.own : item.name, reason] as const);
  return { trust, pool, events, names, held };
}
