/**
 * What a caller may do besides using tools. `member`: nothing. `admin`: manage the teams, users, keys and grants of its own
 * organisation. `operator`: everything on this gateway.
 */
export type Role = "member" | "admin" | "operator";

/** Who makes a request. Names are unique within an organisation, and those of organisations are unique. */
export interface Principal {
  /** Identifies the caller for everything that is kept or counted per caller. It stays the same when its key is rotated. */
  readonly id: string;
  /** For records and messages: the key, or the user without a key. Undefined if the gateway has no keys. */
  readonly name: string | undefined;
  /** Undefined for keys of the config, which belong to no organisation. */
  readonly organisation: string | undefined;
  readonly teams: readonly string[];
  readonly user: string | undefined;
  /** The name of the key; undefined for a user with a token. */
  readonly key: string | undefined;
  readonly role: Role;
}
