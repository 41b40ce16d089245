import type { ServerUser } from "@toolcrib/mcp";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { parseJson } from "@toolcrib/shared/json";
import type { Retention, StoreKey } from "@toolcrib/store";
import { sha256 } from "../hash/sha256.ts";

export const loginNamespace = "mcp-logins";
const flowNamespace = "mcp-login-flows";
const clientNamespace = "mcp-clients";
const lockNamespace = "mcp-login-locks";

/** The namespaces of the store whose values are encrypted. */
export const secretNamespaces: readonly string[] = [loginNamespace, flowNamespace, clientNamespace];

const minute = 60_000;
const day = 24 * 60 * minute;

/** A login that is not used for this long has to be made again. */
export const loginRetention: Retention = { milliseconds: 180 * day };
/** How long a user may take at the authorization server. */
export const flowRetention: Retention = { milliseconds: 10 * minute };
/** After this time, the gateway registers again. */
export const clientRetention: Retention = { milliseconds: day };

/** Where a user's login is. A server that moves to another URL does not get tokens that were made for the first one. */
export function loginKey(user: ServerUser, { name, url }: Pick<UserServerEntry, "name" | "url">): StoreKey {
  return { namespace: loginNamespace, owner: ownerOf(user), id: `${name} ${sha256(url, "hex").slice(0, 24)}` };
}

/** Whose login is under a key. */
export function userOfKey({ owner }: StoreKey): ServerUser {
  const [organisation, name] = (parseJson(owner) ?? []) as readonly (string | null)[];
  return { organisation: organisation ?? undefined, name: name ?? "" };
}

/** Who holds it renews the login. */
export function lockKey(login: StoreKey): StoreKey {
  return { ...login, namespace: lockNamespace };
}

/** A login that has started. What is stored does not tell the state. */
export function flowKey(state: string): StoreKey {
  return { namespace: flowNamespace, owner: "", id: sha256(state, "hex") };
}

/** The gateway's registration at the authorization server of a server. */
export function clientKey({ name, url }: Pick<UserServerEntry, "name" | "url">, redirectUrl: string): StoreKey {
  return { namespace: clientNamespace, owner: "", id: `${name} ${sha256(JSON.stringify([url, redirectUrl]), "hex")}` };
}

function ownerOf({ organisation, name }: ServerUser): string {
  return JSON.stringify([organisation ?? null, name]);
}
