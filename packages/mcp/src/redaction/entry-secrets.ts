import { secretsInArguments, secretsInEnvironment, secretsInHeaders, secretsInUrl } from "@toolcrib/core/redaction";
import type { ServerEntry } from "../config/server-entry.ts";

/** The secrets of an entry: keys in its variables, arguments, headers and URL. */
export function entrySecrets(entry: ServerEntry): readonly string[] {
  if (entry.transport === "stdio") return [...secretsInEnvironment(entry.env), ...secretsInArguments(entry.args)];
  const { clientSecret } = entry.auth ?? {};
  const ofClient = clientSecret === undefined ? [] : [clientSecret];
  return [...secretsInHeaders(entry.headers), ...secretsInUrl(entry.url), ...ofClient];
}
