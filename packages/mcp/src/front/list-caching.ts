import type { ServerContext } from "@modelcontextprotocol/server";
import { isPending } from "../pool/server-status.ts";
import type { FrontCatalogue } from "./front-catalogue.ts";
import type { FrontView } from "./front-view.ts";

/** How long a client may cache a list of the front, and whether it may be shared. */
export interface ListCaching {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** Subscribed clients are notified of a change; the others ask again after this time. */
const maxTtlMilliseconds = 60_000;

/**
 * The cache hints for the front's lists. They are as fresh as the lists behind them, and stale while a server is still
 * starting. They are public if all of them are, and the response is the same for everyone.
 */
export function listCaching(view: FrontView, isForEverybody: boolean): ListCaching {
  const { pool } = view;
  const servers = view.servers().filter(({ state }) => state !== "disabled");
  const behind = servers.flatMap(({ name }) => Object.values(pool.lists(name).caching));
  const left = behind.flatMap(({ receivedAt, ttlMilliseconds = 0 }) =>
    ttlMilliseconds > 0 ? [Math.max(0, receivedAt + ttlMilliseconds - pool.now())] : [],
  );
  const ttlMs = servers.some(isPending) ? 0 : Math.floor(Math.min(maxTtlMilliseconds, ...left));
  const isPublic = isForEverybody && behind.every(({ scope }) => scope === "public");
  return { ttlMs, cacheScope: isPublic ? "public" : "private" };
}

/** Whether the response is the same for everyone: no rule depends on the client, and the request has no credentials. */
export function isForEverybody(catalogue: FrontCatalogue, { http }: ServerContext): boolean {
  if (!catalogue.isSameForAllClients || http?.authInfo !== undefined) return false;
  return !["authorization", "x-api-key", "cookie"].some((name) => http?.req?.headers.has(name) === true);
}
