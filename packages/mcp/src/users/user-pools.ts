import type { AuthProvider } from "@modelcontextprotocol/client";
import { type StartTimer, startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import {
  isUserServer,
  type RemoteServerEntry,
  type ServerEntry,
  type UserServerEntry,
} from "../config/server-entry.ts";
import type { PoolOptions } from "../pool/pool-options.ts";
import { ServerPool } from "../pool/server-pool.ts";
import { authOfNobody, authOfUser, markingRejections } from "./user-auth.ts";
import type { ServerUser, UserTokens } from "./user-tokens.ts";

/** The servers of one user: no other user's request gets to them. */
export interface UserServers {
  readonly pool: ServerPool;
}

export interface UserPoolsOptions {
  /** Servers without `auth` are ignored. */
  readonly entries: readonly ServerEntry[];
  readonly tokens: UserTokens;
  /** Options of each user's pool. */
  readonly pool?: Omit<PoolOptions, "entries" | "authProvider" | "loginWanted" | "cacheFolder">;
  /** How many users have connections at the same time; those of the user who was away longest are closed first. Default: 1,000. */
  readonly maxUsers?: number;
  /** A user's connections are closed when they have not been used for this long. Default: 15 minutes. */
  readonly idleMilliseconds?: number;
  readonly startTimer?: StartTimer;
  /** A monotonic clock, in milliseconds. */
  readonly clock?: () => number;
}

interface OpenServers extends UserServers {
  usedAt: number;
}

const minute = 60_000;
/** A user who has just logged in must not wait long, wherever that was. */
const retryFailedMilliseconds = 500;

/** Connections to servers that use the login of the user who calls: each user has connections and lists of tools of their own. */
export class UserPools {
  readonly #options: UserPoolsOptions;
  readonly #clock: () => number;
  readonly #idleMilliseconds: number;
  /** In the order of their last use. */
  readonly #users = new Map<string, OpenServers>();
  readonly #timer: Timer;
  #entries: readonly UserServerEntry[];
  #nobody: UserServers | undefined;

  constructor(options: UserPoolsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#idleMilliseconds = options.idleMilliseconds ?? 15 * minute;
    this.#entries = options.entries.filter(isUserServer);
    this.#timer = (options.startTimer ?? startBackgroundTimer)(minute, () => {
      this.#closeIdle();
      this.#timer.restart();
    });
  }

  /** How many users have connections. */
  get size(): number {
    return this.#users.size;
  }

  /** The servers that use logins of users. */
  get entries(): readonly UserServerEntry[] {
    return this.#entries;
  }

  /** The servers of a user; undefined if no server uses logins of users. Callers who are no users get servers that say so. */
  of(user: ServerUser | undefined): UserServers | undefined {
    if (this.#entries.length === 0) return undefined;
    if (user === undefined) {
      this.#nobody ??= { pool: this.#open(undefined) };
      return this.#nobody;
    }
    const key = JSON.stringify([user.organisation ?? null, user.name]);
    const servers = this.#users.get(key) ?? { pool: this.#open(user), usedAt: 0 };
    servers.usedAt = this.#clock();
    this.#users.delete(key);
    this.#users.set(key, servers);
    if (this.#users.size > (this.#options.maxUsers ?? 1_000)) this.#closeOldest();
    return servers;
  }

  /** Replaces the servers, for users who are connected too. */
  async setEntries(entries: readonly ServerEntry[]): Promise<void> {
    this.#entries = entries.filter(isUserServer);
    await Promise.all(this.#pools().map((pool) => pool.setEntries(this.#entries)));
  }

  async close(): Promise<void> {
    this.#timer.stop();
    const pools = this.#pools();
    this.#users.clear();
    this.#nobody = undefined;
    await Promise.all(pools.map((pool) => pool.close()));
  }

  #pools(): readonly ServerPool[] {
    return [...this.#users.values(), ...(this.#nobody === undefined ? [] : [this.#nobody])].map(({ pool }) => pool);
  }

  #open(user: ServerUser | undefined): ServerPool {
    const { tokens, pool } = this.#options;
    const authOf = (entry: UserServerEntry): AuthProvider =>
      user === undefined ? authOfNobody(entry) : authOfUser(user, entry, tokens);
    return new ServerPool({
      retryFailedMilliseconds,
      ...pool,
      fetch: markingRejections(pool?.fetch),
      entries: this.#entries,
      // What a user may see is nobody else's, so it is not written to disk.
      cacheFolder: null,
      authProvider: (entry) => authOf(ofUsers(entry)),
      ...(user === undefined ? {} : { loginWanted: (entry, cause) => tokens.loginWanted(user, ofUsers(entry), cause) }),
    });
  }

  #closeOldest(): void {
    for (const [key, { pool }] of this.#users) {
      this.#users.delete(key);
      void pool.close();
      return;
    }
  }

  #closeIdle(): void {
    const until = this.#clock() - this.#idleMilliseconds;
    for (const [key, { pool, usedAt }] of this.#users) {
      if (usedAt > until) return;
      this.#users.delete(key);
      void pool.close();
    }
  }
}

/** All servers of these pools are such ones. */
function ofUsers(entry: RemoteServerEntry): UserServerEntry {
  return entry as UserServerEntry;
}
