import type { UserServerEntry } from "../config/server-entry.ts";

/** A server whose calls use the login of the user who makes them. */
export function userServerEntry(url: string): UserServerEntry {
  return {
    name: "crm",
    source: "test",
    transport: "http",
    url,
    headers: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
    auth: { type: "oauth", per: "user" },
  };
}
