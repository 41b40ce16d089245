/** How long a list may be cached, and for whom, according to its server. Servers from before 2026 do not say. */
export interface ListCaching {
  /** When it was read, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** How long it is fresh; undefined if the server does not say, 0 if it is immediately stale. */
  readonly ttlMilliseconds?: number | undefined;
  /** `public`: the same for everyone. `private`: only for the credentials it was read with. Default: private. */
  readonly scope: "public" | "private";
}

/** The combined cache hints of a list's pages: the shortest time, and `private` if any page is. */
export class PagesCaching {
  #ttlMilliseconds: number | undefined;
  #isPublic = true;

  add(page: Readonly<Record<string, unknown>>): void {
    const { ttlMs, cacheScope } = page;
    if (typeof ttlMs === "number" && Number.isFinite(ttlMs)) {
      this.#ttlMilliseconds = Math.min(this.#ttlMilliseconds ?? Number.MAX_SAFE_INTEGER, Math.max(0, ttlMs));
    }
    this.#isPublic &&= cacheScope === "public";
  }

  at(receivedAt: number): ListCaching {
    const ttlMilliseconds = this.#ttlMilliseconds;
    const scope = this.#isPublic ? "public" : "private";
    return { receivedAt, scope, ...(ttlMilliseconds === undefined ? {} : { ttlMilliseconds }) };
  }
}

/** Whether a server's time to live has passed. 0 never expires this way: see `isStaleAtOnce`. */
export function hasExpired({ receivedAt, ttlMilliseconds = 0 }: ListCaching, now: number): boolean {
  return ttlMilliseconds > 0 && (now < receivedAt || now - receivedAt >= ttlMilliseconds);
}

/** Whether the server says that the list must be read again for each use. */
export function isStaleAtOnce({ ttlMilliseconds }: ListCaching): boolean {
  return ttlMilliseconds === 0;
}
