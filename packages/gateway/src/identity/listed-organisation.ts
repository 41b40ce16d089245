import type { Organisation, StoredKey } from "./organisation.ts";

/** A key without its hashes. */
export interface ListedKey extends Omit<StoredKey, "secrets"> {
  /** How many secrets it has: more than one after a rotation, until the earlier ones end. */
  readonly secretCount: number;
}

/** An organisation as its administrators see it. */
export interface ListedOrganisation extends Omit<Organisation, "keys"> {
  readonly keys: readonly ListedKey[];
}

export function listOrganisation(organisation: Organisation): ListedOrganisation {
  const keys = organisation.keys.map(({ secrets, ...key }) => ({ ...key, secretCount: secrets.length }));
  return { ...organisation, keys };
}
