import type { PolicyRule } from "@toolcrib/core/policy";
import type { Role } from "@toolcrib/store";

/** Everything that is kept about an organisation, as one value of the store. */
export interface Organisation {
  readonly name: string;
  readonly teams: readonly Team[];
  readonly users: readonly User[];
  readonly keys: readonly StoredKey[];
  readonly grants: readonly Grant[];
}

interface Team {
  readonly name: string;
}

export interface User {
  /** Such as an e-mail address; a token names its user by it. */
  readonly name: string;
  readonly teams: readonly string[];
  readonly role: Role;
  /** Neither its tokens nor its keys are accepted. */
  readonly isDisabled: boolean;
  /** Whether an administrator disabled it, which does not hold for an operator of the issuer. */
  readonly isDisabledByAdmin?: boolean;
}

/** A key. The key itself is shown once; only hashes of it are kept. */
export interface StoredKey {
  /** Stays the same when the key is rotated. */
  readonly id: string;
  readonly name: string;
  /** The team that it works for; undefined: all teams of its user. */
  readonly team: string | undefined;
  /** Its owner; undefined: a key of the team or of the whole organisation. */
  readonly user: string | undefined;
  readonly role: Role;
  readonly createdAt: number;
  /** When it ends; undefined: never. */
  readonly expiresAt: number | undefined;
  /** The latest first. Earlier ones are accepted until they end, so that clients can change over. */
  readonly secrets: readonly KeySecret[];
}

export interface KeySecret {
  /** SHA-256, in hexadecimal. */
  readonly sha256: string;
  /** Undefined: as long as the key. */
  readonly expiresAt: number | undefined;
}

/** Who a grant applies to. */
export interface GrantSubject {
  readonly kind: "organisation" | "team" | "user" | "key";
  /** Undefined for the organisation. */
  readonly name: string | undefined;
}

/** A rule about tools. `allow`: tools of MCP servers and skills that no `allow` of the same level matches are hidden. */
export interface GrantRule extends Pick<PolicyRule, "name" | "server" | "annotation" | "arguments"> {
  readonly action: "allow" | "deny" | "pin" | "defer";
}

export interface Grant {
  readonly id: string;
  readonly to: GrantSubject;
  readonly rule: GrantRule;
}

export function emptyOrganisation(name: string): Organisation {
  return { name, teams: [], users: [], keys: [], grants: [] };
}
