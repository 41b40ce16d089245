import type { PolicyRule } from "@toolcrib/core/policy";
import type { Principal, Role } from "@toolcrib/store";
import { Lru } from "../caches/lru.ts";
import { grantRules } from "./grant-rules.ts";
import type { Organisation, StoredKey, User } from "./organisation.ts";

/** A key, whether it is still accepted, and who uses it. */
export interface FoundKey {
  readonly principal: Principal;
  /** When it ended, if it did. */
  readonly endedAt: number | undefined;
}

interface KeyEntry {
  readonly organisation: Organisation;
  readonly key: StoredKey;
  readonly principal: Principal;
}

/** Rules and catalogues are cached by the identity of their caller, so callers with tokens are kept for a while. */
const maxUsers = 10_000;
const roles: readonly Role[] = ["member", "admin", "operator"];

/** Everything about organisations at one moment, ready to be looked up. */
export class DirectorySnapshot {
  readonly organisations: readonly Organisation[];
  readonly #now: () => number;
  readonly #byName: ReadonlyMap<string, Organisation>;
  readonly #users: ReadonlyMap<string, ReadonlyMap<string, User>>;
  readonly #keysById = new Map<string, KeyEntry>();
  readonly #keysByHash = new Map<string, { readonly entry: KeyEntry; readonly expiresAt: number | undefined }>();
  readonly #principals = new Lru<string, Principal>(maxUsers);
  readonly #rules = new WeakMap<Principal, readonly PolicyRule[]>();

  constructor(organisations: readonly Organisation[], now: () => number) {
    this.organisations = organisations;
    this.#now = now;
    this.#byName = new Map(organisations.map((organisation) => [organisation.name, organisation]));
    this.#users = new Map(
      organisations.map(({ name, users }) => [name, new Map(users.map((user) => [user.name, user]))]),
    );
    for (const organisation of organisations) {
      for (const key of organisation.keys) this.#add(organisation, key);
    }
  }

  findKey(sha256: string): FoundKey | undefined {
    const found = this.#keysByHash.get(sha256);
    if (found === undefined) return undefined;
    const { principal, key } = found.entry;
    const expiresAt = Math.min(found.expiresAt ?? Infinity, key.expiresAt ?? Infinity);
    return { principal, endedAt: expiresAt <= this.#now() ? expiresAt : undefined };
  }

  findUser(organisation: string, user: string, fromToken: Pick<Principal, "teams" | "role">): Principal | undefined {
    const found = this.#byName.get(organisation);
    const known = this.#user(organisation, user);
    if (found === undefined || isDisabled(known, fromToken.role)) return undefined;
    const teams = [...new Set([...(known?.teams ?? []), ...fromToken.teams])];
    const principal: Principal = {
      id: `user:${organisation}/${user}`,
      name: `${organisation}/${user}`,
      organisation,
      teams: teams.filter((team) => found.teams.some(({ name }) => name === team)).toSorted(),
      user,
      key: undefined,
      role: known === undefined ? fromToken.role : higherRole(known.role, fromToken.role),
    };
    const text = JSON.stringify(principal);
    const same = this.#principals.get(text) ?? principal;
    this.#principals.set(text, same);
    return same;
  }

  /** Undefined if the caller is gone. */
  rulesOf(principal: Principal): readonly PolicyRule[] | undefined {
    const current = this.#current(principal);
    if (current === undefined) return undefined;
    const { organisation, caller } = current;
    let rules = this.#rules.get(caller);
    if (rules === undefined) {
      rules = grantRules(organisation.grants, caller);
      this.#rules.set(caller, rules);
    }
    return rules;
  }

  /** The caller as it is now: an open session must notice that its key was revoked or its user disabled. */
  #current(principal: Principal): { readonly organisation: Organisation; readonly caller: Principal } | undefined {
    if (principal.key !== undefined) {
      const entry = this.#keysById.get(principal.id);
      if (entry === undefined || (entry.key.expiresAt ?? Infinity) <= this.#now()) return undefined;
      return { organisation: entry.organisation, caller: entry.principal };
    }
    const organisation = this.#byName.get(principal.organisation ?? "");
    const user = this.#user(principal.organisation, principal.user);
    if (organisation === undefined || isDisabled(user, principal.role)) return undefined;
    return { organisation, caller: principal };
  }

  #user(organisation = "", name = ""): User | undefined {
    return this.#users.get(organisation)?.get(name);
  }

  /** Leaves out keys whose user is gone, disabled, or no longer in the key's team. */
  #add(organisation: Organisation, key: StoredKey): void {
    const user = this.#user(organisation.name, key.user);
    if (key.user !== undefined && (user === undefined || user.isDisabled)) return;
    if (user !== undefined && key.team !== undefined && !user.teams.includes(key.team)) return;
    const principal: Principal = {
      id: key.id,
      name: `${organisation.name}/${key.name}`,
      organisation: organisation.name,
      teams: key.team === undefined ? (user?.teams ?? []) : [key.team],
      user: key.user,
      key: key.name,
      role: user === undefined ? key.role : lowerRole(key.role, user.role),
    };
    const entry = { organisation, key, principal };
    this.#keysById.set(key.id, entry);
    for (const { sha256, expiresAt } of key.secrets) this.#keysByHash.set(sha256, { entry, expiresAt });
  }
}

/** Whether a user with a token is refused. An administrator must not lock out an operator whose role only the issuer knows. */
function isDisabled(user: User | undefined, role: Role): boolean {
  return user?.isDisabled === true && !(role === "operator" && user.isDisabledByAdmin === true);
}

function lowerRole(one: Role, other: Role): Role {
  return roles.indexOf(one) < roles.indexOf(other) ? one : other;
}

function higherRole(one: Role, other: Role): Role {
  return roles.indexOf(one) > roles.indexOf(other) ? one : other;
}
