import { compareNames } from "@toolcrib/shared/names";
import type { ServerEntry } from "../config/server-entry.ts";
import type { ResolvedPoolOptions } from "./pool-options.ts";

/** The secrets sent to a server, because its lists may depend on them. Used for comparison only and never written. */
export async function credentialsOf(entry: ServerEntry, { authProvider }: ResolvedPoolOptions): Promise<string> {
  if (entry.transport === "stdio") return JSON.stringify(sortedEntries(entry.env));
  const provider = authProvider(entry);
  const token =
    provider !== undefined && "token" in provider ? await provider.token() : (await provider?.tokens())?.access_token;
  return JSON.stringify([sortedEntries(entry.headers), token]);
}

function sortedEntries(record: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(record).sort(([a], [b]) => compareNames(a, b));
}
