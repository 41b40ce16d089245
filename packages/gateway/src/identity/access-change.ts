import type { Role } from "@toolcrib/store";
import type { GrantRule, GrantSubject } from "./organisation.ts";

interface InOrganisation {
  readonly organisation: string;
}

/** A change of who may use what. Every way to change it, the command, the admin API and the page, makes one of these. */
export type AccessChange =
  | (InOrganisation & { readonly change: "add-organisation" })
  | (InOrganisation & { readonly change: "remove-organisation" })
  | (InOrganisation & { readonly change: "add-team" | "remove-team"; readonly team: string })
  | SetUser
  | (InOrganisation & { readonly change: "remove-user"; readonly user: string })
  | CreateKey
  | RotateKey
  | (InOrganisation & { readonly change: "revoke-key"; readonly key: string })
  | AddGrant
  | (InOrganisation & { readonly change: "remove-grant"; readonly grant: string });

/** Creates a user, or changes the given fields of one. */
export interface SetUser extends InOrganisation {
  readonly change: "set-user";
  readonly user: string;
  readonly teams?: readonly string[] | undefined;
  readonly role?: Role | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Whether an administrator makes this change, and no operator. It is never read from a request. */
  readonly isByAdmin?: boolean | undefined;
}

export interface CreateKey extends InOrganisation {
  readonly change: "create-key";
  readonly key: string;
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly role?: Role | undefined;
  /** Default: it does not end. */
  readonly expiresInSeconds?: number | undefined;
}

export interface RotateKey extends InOrganisation {
  readonly change: "rotate-key";
  readonly key: string;
  /** How long the earlier secret is still accepted. Default: not at all. */
  readonly graceSeconds?: number | undefined;
  /** Default: the key ends when it did before. */
  readonly expiresInSeconds?: number | undefined;
}

export interface AddGrant extends InOrganisation {
  readonly change: "add-grant";
  readonly to: GrantSubject;
  readonly rule: GrantRule;
}

/** What came of a change. */
export interface AccessOutcome {
  /** The new secret of a key. It is not stored and cannot be shown again. */
  readonly secret?: string | undefined;
  /** The id of a new grant. */
  readonly grant?: string | undefined;
}
