import { type PoolEvent, type PoolOptions, ServerPool } from "../index.ts";

const pools: ServerPool[] = [];

/** A pool for a test, and its events. */
export function openPool(options: PoolOptions): { readonly pool: ServerPool; readonly events: PoolEvent[] } {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...options });
  const events: PoolEvent[] = [];
  pool.subscribe((event) => events.push(event));
  pools.push(pool);
  return { pool, events };
}

/** The same, once its servers are connected or have failed. */
export async function settledPool(options: PoolOptions): Promise<ReturnType<typeof openPool>> {
  const opened = openPool(options);
  await opened.pool.settled(20_000);
  return opened;
}

/** Closes what a test opened. */
export async function closePools(): Promise<void> {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
}

/** The state of a server. */
export function stateOf(pool: ServerPool, name = "a"): string | undefined {
  return pool.servers().find((server) => server.name === name)?.state;
}
