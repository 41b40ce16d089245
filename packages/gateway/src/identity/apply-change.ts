import { randomBytes } from "node:crypto";
import { GatewayError } from "../errors/gateway-error.ts";
import type { AccessChange, AccessOutcome, AddGrant, CreateKey, RotateKey, SetUser } from "./access-change.ts";
import { createApiKey } from "./api-key.ts";
import { emptyOrganisation, type GrantSubject, type KeySecret, type Organisation, type User } from "./organisation.ts";

/** More would make a value of the store, and the copy in every gateway's memory, too large. */
const limits = { teams: 1_000, users: 20_000, keys: 5_000, grants: 5_000 };
/** How long keys that ended are still listed. */
const endedKeysMilliseconds = 90 * 24 * 3_600_000;

export interface AppliedChange extends AccessOutcome {
  /** Undefined if it was removed. */
  readonly organisation: Organisation | undefined;
}

/** What a change makes of an organisation. Throws if it does not fit, and then nothing changes. */
export function applyChange(before: Organisation | undefined, change: AccessChange, now: number): AppliedChange {
  if (change.change === "add-organisation") {
    if (before !== undefined) throw conflict(`The organisation ${change.organisation}`, "it exists already");
    return { organisation: emptyOrganisation(change.organisation) };
  }
  if (before === undefined) throw new GatewayError("access_not_found", { what: `organisation ${change.organisation}` });
  if (change.change === "remove-organisation") return { organisation: undefined };
  const applied = applyWithin(withoutEndedKeys(before, now), change, now);
  for (const [field, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    if (applied.organisation !== undefined && applied.organisation[field].length > limit) {
      throw conflict(`The organisation ${change.organisation}`, `it has the ${limit} ${field} that fit into it`);
    }
  }
  return applied;
}

type ChangeWithin = Exclude<AccessChange, { readonly change: "add-organisation" | "remove-organisation" }>;

function applyWithin(before: Organisation, change: ChangeWithin, now: number): AppliedChange {
  switch (change.change) {
    case "add-team":
      if (hasName(before.teams, change.team)) throw conflict(`The team ${change.team}`, "it exists already");
      return { organisation: { ...before, teams: [...before.teams, { name: change.team }] } };
    case "remove-team":
      return { organisation: removeTeam(before, change.team) };
    case "set-user":
      return { organisation: setUser(before, change) };
    case "remove-user":
      return { organisation: removeUser(before, change.user) };
    case "create-key":
      return createKey(before, change, now);
    case "rotate-key":
      return rotateKey(before, change, now);
    case "revoke-key":
      requireName(before, { kind: "key", name: change.key });
      return { organisation: withoutKeys(before, ({ name }) => name === change.key) };
    case "add-grant":
      return addGrant(before, change);
    case "remove-grant": {
      const grants = before.grants.filter(({ id }) => id !== change.grant);
      if (grants.length === before.grants.length) {
        throw new GatewayError("access_not_found", { what: `grant ${change.grant}` });
      }
      return { organisation: { ...before, grants } };
    }
  }
}

/** A team in use stays: without it, its keys and users would see more than before. */
function removeTeam(before: Organisation, team: string): Organisation {
  requireName(before, { kind: "team", name: team });
  const users = before.users.filter(({ teams }) => teams.includes(team)).length;
  const keys = before.keys.filter((key) => key.team === team).length;
  if (users + keys > 0) throw conflict(`The team ${team}`, `${users} users and ${keys} keys belong to it`);
  const teams = before.teams.filter(({ name }) => name !== team);
  return { ...before, teams, grants: withoutGrantsTo(before, { kind: "team", name: team }) };
}

function setUser(before: Organisation, { user, teams, role, isDisabled, isByAdmin = false }: SetUser): Organisation {
  for (const team of teams ?? []) requireName(before, { kind: "team", name: team });
  const known = before.users.find(({ name }) => name === user);
  const changed: User = {
    name: user,
    teams: teams ?? known?.teams ?? [],
    role: role ?? known?.role ?? "member",
    isDisabled: isDisabled ?? known?.isDisabled ?? false,
  };
  // What an operator disabled stays so, whatever an administrator changes of it.
  const wasDisabledByOperator = known?.isDisabled === true && known.isDisabledByAdmin !== true;
  const isDisabledByAdmin = changed.isDisabled && isByAdmin && !wasDisabledByOperator;
  const others = before.users.filter(({ name }) => name !== user);
  return { ...before, users: [...others, { ...changed, ...(isDisabledByAdmin && { isDisabledByAdmin }) }] };
}

function removeUser(before: Organisation, user: string): Organisation {
  requireName(before, { kind: "user", name: user });
  const rest = withoutKeys(before, (key) => key.user === user);
  const users = rest.users.filter(({ name }) => name !== user);
  return { ...rest, users, grants: withoutGrantsTo(rest, { kind: "user", name: user }) };
}

function createKey(before: Organisation, change: CreateKey, now: number): AppliedChange {
  const { key: name, team, user, role = "member", expiresInSeconds } = change;
  if (hasName(before.keys, name)) throw conflict(`The key ${name}`, "it exists already; rotate it, or revoke it first");
  if (team !== undefined) requireName(before, { kind: "team", name: team });
  if (user !== undefined) {
    requireName(before, { kind: "user", name: user });
    const { teams = [] } = before.users.find((known) => known.name === user) ?? {};
    if (team !== undefined && !teams.includes(team)) throw conflict(`The user ${user}`, `it is not in team ${team}`);
  }
  const { key: secret, sha256 } = createApiKey();
  const key = {
    id: `key_${randomBytes(8).toString("hex")}`,
    name,
    team,
    user,
    role,
    createdAt: now,
    expiresAt: after(now, expiresInSeconds),
    secrets: [{ sha256, expiresAt: undefined }],
  };
  return { organisation: { ...before, keys: [...before.keys, key] }, secret };
}

function rotateKey(before: Organisation, change: RotateKey, now: number): AppliedChange {
  requireName(before, { kind: "key", name: change.key });
  const { key: secret, sha256 } = createApiKey();
  const graceEnd = after(now, change.graceSeconds);
  const keys = before.keys.map((key) => {
    if (key.name !== change.key) return key;
    const earlier: readonly KeySecret[] =
      graceEnd === undefined
        ? []
        : key.secrets.map((known) => ({ ...known, expiresAt: Math.min(known.expiresAt ?? graceEnd, graceEnd) }));
    const expiresAt = after(now, change.expiresInSeconds) ?? key.expiresAt;
    return { ...key, expiresAt, secrets: [{ sha256, expiresAt: undefined }, ...earlier].slice(0, 5) };
  });
  return { organisation: { ...before, keys }, secret };
}

function addGrant(before: Organisation, { to, rule }: AddGrant): AppliedChange {
  requireName(before, to);
  const id = `grant_${randomBytes(6).toString("hex")}`;
  return { organisation: { ...before, grants: [...before.grants, { id, to, rule }] }, grant: id };
}

function withoutKeys(before: Organisation, isGone: (key: Organisation["keys"][number]) => boolean): Organisation {
  const gone = before.keys.filter(isGone);
  let { grants } = before;
  for (const { name } of gone) grants = withoutGrantsTo({ ...before, grants }, { kind: "key", name });
  return { ...before, keys: before.keys.filter((key) => !isGone(key)), grants };
}

function withoutEndedKeys(before: Organisation, now: number): Organisation {
  const isOld = ({ expiresAt = Infinity }: { readonly expiresAt: number | undefined }): boolean =>
    expiresAt + endedKeysMilliseconds < now;
  return before.keys.some(isOld) ? withoutKeys(before, isOld) : before;
}

function withoutGrantsTo({ grants }: Organisation, { kind, name }: GrantSubject): Organisation["grants"] {
  return grants.filter(({ to }) => to.kind !== kind || to.name !== name);
}

function requireName(organisation: Organisation, { kind, name }: GrantSubject): void {
  if (kind === "organisation") return;
  if (!hasName(organisation[`${kind}s`], name)) throw new GatewayError("access_not_found", { what: `${kind} ${name}` });
}

function hasName(entries: readonly { readonly name: string }[], name: string | undefined): boolean {
  return entries.some((entry) => entry.name === name);
}

function after(now: number, seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : now + seconds * 1_000;
}

function conflict(what: string, reason: string): GatewayError {
  return new GatewayError("access_conflict", { what, reason });
}
