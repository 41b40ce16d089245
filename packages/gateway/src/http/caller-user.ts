import type { Principal } from "@toolcrib/store";
import type { CallerUser } from "../contracts/caller-user.ts";

/** The user of a caller; undefined for a key that belongs to nobody. */
export function userOf({ organisation, user }: Principal): CallerUser | undefined {
  return user === undefined ? undefined : { organisation, name: user };
}
