import { setTimeout as delay } from "node:timers/promises";
import type * as Mcp from "@toolcrib/mcp";
import type { McpError, ServerUser, UserLogin, UserTokens } from "@toolcrib/mcp";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import type { SecretStore, Store, StoreKey } from "@toolcrib/store";
import { Lru } from "../caches/lru.ts";
import type { LoginEvent } from "./login-events.ts";
import type { LoginFetch } from "./login-fetch.ts";
import { underLock } from "./login-lock.ts";
import { lockKey, loginKey, loginNamespace, loginRetention, userOfKey } from "./login-places.ts";

/** A user's login as it is stored. */
export interface StoredUserLogin extends UserLogin {
  readonly connectedAt: number;
  /** Scope that a call needed and this login lacks. */
  readonly wantedScope?: string | undefined;
}

/** A server that uses logins of users, as one user sees it. */
export interface UserConnection {
  readonly server: string;
  readonly isConnected: boolean;
  /** When the user logged in. */
  readonly connectedAt?: string | undefined;
  readonly scope?: string | undefined;
  /** The page where the user logs in. */
  readonly url: string;
}

/** That a user is connected to a server, as administrators see it. */
export interface ListedLogin {
  readonly organisation: string | null;
  readonly user: string;
  readonly server: string;
  /** When the user logged in; missing if it cannot be decrypted any more. */
  readonly connectedAt?: string | undefined;
}

/** Which logins to list. */
export interface LoginQuery {
  readonly isWanted: (user: ServerUser) => boolean;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface UserLoginsOptions {
  readonly mcp: Pick<typeof Mcp, "McpError" | "renewUserLogin">;
  readonly secrets: SecretStore;
  /** Keeps locks, which are no secrets. */
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  /** Where browsers reach the gateway. */
  readonly publicUrl: () => string;
  readonly onEvent: (event: LoginEvent) => void;
  readonly fetchFor: (entry: UserServerEntry) => LoginFetch;
}

/** What another gateway changes, such as the end of a login, is in force after this time. */
const maxAgeMilliseconds = 1_000;
const maxKnown = 10_000;
/** Tokens are renewed this long before they end. */
const marginMilliseconds = 30_000;
/** How many logins a page of `listAll` looks at. */
const listedLogins = 200;
/** A login in use is written again after this time, so that it does not end. */
const touchMilliseconds = 30 * 24 * 3_600_000;
/** How long a renewed token is written again while the store fails. */
const maxWriteMilliseconds = 12_000;
const writePauseMilliseconds = 500;

/** The logins of users at MCP servers: one user's tokens are never given for another. */
export class UserLogins implements UserTokens {
  readonly #options: UserLoginsOptions;
  readonly #known = new Lru<string, { readonly login: StoredUserLogin; readonly readAt: number }>(maxKnown);
  readonly #reading = new Map<string, Promise<StoredUserLogin | undefined>>();
  readonly #renewing = new Map<string, Promise<void>>();

  constructor(options: UserLoginsOptions) {
    this.#options = options;
  }

  async token(user: ServerUser, entry: UserServerEntry): Promise<string> {
    const key = loginKey(user, entry);
    const login = await this.#require(key, entry);
    const { access_token: token } = login.tokens;
    if (!this.#endsWithin(marginMilliseconds, login)) {
      this.#touch(key, login);
      return token;
    }
    try {
      await this.renew(user, entry, token);
    } catch (error) {
      // While it lasts, a token that cannot be renewed at the moment still works.
      const isTemporary = error instanceof this.#options.mcp.McpError && error.code === "server_failed";
      if (!isTemporary || this.#endsWithin(0, login)) throw error;
      return token;
    }
    return (await this.#require(key, entry)).tokens.access_token;
  }

  /** In one process, those who need the same token wait for one renewal. Among processes, one has the lock. */
  async renew(user: ServerUser, entry: UserServerEntry, rejected: string): Promise<void> {
    const key = loginKey(user, entry);
    const name = JSON.stringify([key, rejected]);
    const renewing = this.#renewing.get(name) ?? this.#renew(user, entry, rejected);
    this.#renewing.set(name, renewing);
    try {
      await renewing;
    } finally {
      this.#renewing.delete(name);
    }
  }

  loginWanted(user: ServerUser, entry: UserServerEntry, cause: unknown): McpError {
    const { requiredScope } = (cause ?? {}) as { readonly requiredScope?: unknown };
    if (typeof requiredScope === "string") {
      const note = (login: StoredUserLogin): StoredUserLogin => ({ ...login, wantedScope: requiredScope });
      // The user gets the error in any case; without the note, the next login asks for what the last one did.
      this.#change(loginKey(user, entry), note).catch(() => {});
    }
    return this.#loginRequired(entry);
  }

  /** The page where users log in to a server. */
  pageOf({ name }: Pick<UserServerEntry, "name">): string {
    return `${this.#options.publicUrl()}/connect?server=${encodeURIComponent(name)}`;
  }

  async read(user: ServerUser, entry: UserServerEntry): Promise<StoredUserLogin | undefined> {
    return this.#readFresh(loginKey(user, entry));
  }

  /** Stores a new login in place of the one before. */
  async save(user: ServerUser, entry: UserServerEntry, login: UserLogin): Promise<void> {
    const key = loginKey(user, entry);
    const stored: StoredUserLogin = { ...login, connectedAt: this.#options.now() };
    await this.#options.secrets.set(key, stored, loginRetention);
    this.#keep(key, stored);
    this.#options.onEvent({ user, server: entry.name, change: "connect-server", by: { user: user.name } });
  }

  /** Forgets a user's login, for the user or an administrator. Whether there was one. */
  async disconnect(user: ServerUser, entry: UserServerEntry, by?: LoginEvent["by"]): Promise<boolean> {
    const key = loginKey(user, entry);
    const wasThere = await this.#options.secrets.delete(key);
    this.#known.delete(textOf(key));
    if (wasThere) this.#options.onEvent({ user, server: entry.name, change: "disconnect-server", by });
    return wasThere;
  }

  /** What a user is connected to. */
  async list(user: ServerUser, entries: readonly UserServerEntry[]): Promise<readonly UserConnection[]> {
    return Promise.all(
      entries.map(async (entry) => {
        // One that cannot be decrypted any more is of no use to the user.
        const login = await this.read(user, entry).catch(() => undefined);
        const common = { server: entry.name, url: this.pageOf(entry) };
        if (login === undefined) return { ...common, isConnected: false };
        const { scope } = login.tokens;
        const connectedAt = new Date(login.connectedAt).toISOString();
        return { ...common, isConnected: true, connectedAt, ...(scope === undefined ? {} : { scope }) };
      }),
    );
  }

  /** Who is connected where, in pages. A page may have few logins, or none, if most of them are not wanted. */
  async listAll(
    entries: readonly UserServerEntry[],
    { isWanted, after }: LoginQuery,
  ): Promise<{ readonly logins: readonly ListedLogin[]; readonly next: string | undefined }> {
    const { store } = this.#options;
    const page = await store.list?.(loginNamespace, { after, limit: listedLogins });
    const logins: ListedLogin[] = [];
    for (const key of page?.keys ?? []) {
      const user = userOfKey(key);
      // Logins of servers that were removed or moved to another URL are useless.
      const entry = entries.find((each) => loginKey(user, each).id === key.id);
      if (entry === undefined || !isWanted(user)) continue;
      const login = await this.read(user, entry).catch(() => undefined);
      const since = login === undefined ? {} : { connectedAt: new Date(login.connectedAt).toISOString() };
      logins.push({ organisation: user.organisation ?? null, user: user.name, server: entry.name, ...since });
    }
    return { logins, next: page?.next };
  }

  async #renew(user: ServerUser, entry: UserServerEntry, rejected: string): Promise<void> {
    const { now, store, mcp, fetchFor } = this.#options;
    const key = loginKey(user, entry);
    const isNeeded = async (): Promise<boolean> => {
      const login = await this.#readFresh(key);
      if (login === undefined) throw this.#loginRequired(entry);
      return login.tokens.access_token === rejected;
    };
    await underLock({ store, now }, lockKey(key), isNeeded, async () => {
      const login = await this.#readFresh(key);
      if (login === undefined) throw this.#loginRequired(entry);
      let renewed: UserLogin | undefined;
      try {
        renewed = await mcp.renewUserLogin(login, { now, fetch: fetchFor(entry) });
      } catch {
        // Without the cause, which may quote what was sent.
        const reason = "its authorization server does not renew the login at the moment.";
        throw new mcp.McpError("server_failed", { server: entry.name, reason });
      }
      // A login that was ended or replaced in the meantime stays that way.
      const isSame = (current: StoredUserLogin): boolean => current.tokens.access_token === rejected;
      const replace = (current: StoredUserLogin) => (isSame(current) ? renewed && { ...current, ...renewed } : current);
      await keepTrying(() => this.#change(key, replace));
      if (renewed !== undefined) return;
      this.#options.onEvent({ user, server: entry.name, change: "expire-server" });
      throw this.#loginRequired(entry);
    });
  }

  async #require(key: StoreKey, entry: UserServerEntry): Promise<StoredUserLogin> {
    const known = this.#known.get(textOf(key));
    const isFresh = known !== undefined && this.#options.clock() - known.readAt < maxAgeMilliseconds;
    const login = isFresh ? known.login : await this.#readOnce(key);
    if (login === undefined) throw this.#loginRequired(entry);
    return login;
  }

  /** Requests of the same moment share one read. */
  async #readOnce(key: StoreKey): Promise<StoredUserLogin | undefined> {
    const name = textOf(key);
    const reading = this.#reading.get(name) ?? this.#readFresh(key);
    this.#reading.set(name, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(name);
    }
  }

  async #readFresh(key: StoreKey): Promise<StoredUserLogin | undefined> {
    const login = (await this.#options.secrets.get(key)) as StoredUserLogin | undefined;
    this.#keep(key, login);
    return login;
  }

  async #change(key: StoreKey, change: (login: StoredUserLogin) => StoredUserLogin | undefined): Promise<void> {
    const changed = await this.#options.secrets.update(
      key,
      (value) => (value === undefined ? undefined : change(value as StoredUserLogin)),
      loginRetention,
    );
    this.#keep(key, changed as StoredUserLogin | undefined);
  }

  #keep(key: StoreKey, login: StoredUserLogin | undefined): void {
    if (login === undefined) this.#known.delete(textOf(key));
    else this.#known.set(textOf(key), { login, readAt: this.#options.clock() });
  }

  /** Tokens that do not end are not renewed either, which would write them again. */
  #touch(key: StoreKey, { tokens, receivedAt }: StoredUserLogin): void {
    const now = this.#options.now();
    if (tokens.expires_in !== undefined || now - receivedAt < touchMilliseconds) return;
    this.#change(key, (login) => ({ ...login, receivedAt: now })).catch(() => {});
  }

  /** Whether a token that can be renewed ends within this time, or within the last tenth of a short life. */
  #endsWithin(milliseconds: number, { tokens, receivedAt }: StoredUserLogin): boolean {
    if (tokens.expires_in === undefined || tokens.refresh_token === undefined) return false;
    const life = tokens.expires_in * 1_000;
    return receivedAt + life - this.#options.now() <= Math.min(milliseconds, life / 10);
  }

  #loginRequired(entry: UserServerEntry): McpError {
    return new this.#options.mcp.McpError("user_login_required", { server: entry.name, url: this.pageOf(entry) });
  }
}

/** The refresh token is used up: if the new one is not stored, the user has to log in again. The lock must not end before. */
async function keepTrying(write: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + maxWriteMilliseconds; ; ) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() + writePauseMilliseconds > end) throw error;
      await delay(writePauseMilliseconds);
    }
  }
}

function textOf(key: StoreKey): string {
  return JSON.stringify(key);
}
