/** How long a list may be kept, and for whom, as its server says. Servers from before 2026 say nothing. */
export interface ListCaching {
  /** When it was read, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** How long it is fresh; undefined where the server does not say, 0 where it is stale at once. */
  readonly ttlMilliseconds?: number | undefined;
  /** `public`: the same for everybody. `private`: only for the credentials it was read with. Default: private. */
  readonly scope: "public" | "private";
}

/** What the pages of a list say together: the shortest time, and `private` if one page is. */
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

/** Whether a time to live that a server gave has passed. One of 0 gives no time to wait for: see `isStaleAtOnce`. */
export function hasExpired({ receivedAt, ttlMilliseconds = 0 }: ListCaching, now: number): boolean {
  return ttlMilliseconds > 0 && (now < receivedAt || now - receivedAt >= ttlMilliseconds);
}

/** Whether the server says that the list is to be read again each time it is needed. */
export function isStaleAtOnce({ ttlMilliseconds }: ListCaching): boolean {
  return ttlMilliseconds === 0;
}
