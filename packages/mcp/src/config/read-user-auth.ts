import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import type { McpError } from "../errors/mcp-error.ts";
import type { UserAuth } from "./server-entry.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads values of an entry; errors name the entry and its file. */
export interface AuthReader {
  problem(expected: string, received: string): McpError;
  optionalText(fields: Fields, field: string): string | undefined;
}

const authKeys = ["type", "per", "clientId", "clientSecret", "scope"];

/** Reads `auth` of an entry. Other clients have an `auth` of their own, which has no effect here. */
export function readUserAuth(value: unknown, entry: AuthReader, isOwn: boolean): UserAuth | undefined {
  if (value === undefined || value === null) return undefined;
  const isOurs = isRecord(value) && value["per"] !== undefined;
  if (!isOurs && !isOwn) return undefined;
  if (!isRecord(value)) throw entry.problem("auth to be an object", describeValue(value));
  const unknown = Object.keys(value).find((key) => !authKeys.includes(key));
  if (unknown !== undefined) throw entry.problem(`auth to have only ${authKeys.join(", ")}`, describeValue(unknown));
  if (value["type"] !== "oauth") throw entry.problem('auth.type to be "oauth"', describeValue(value["type"]));
  if (value["per"] !== "user") throw entry.problem('auth.per to be "user"', describeValue(value["per"]));
  const clientId = entry.optionalText(value, "clientId");
  const clientSecret = entry.optionalText(value, "clientSecret");
  if (clientSecret !== undefined && clientId === undefined) {
    throw entry.problem("auth.clientId beside auth.clientSecret", "none");
  }
  const scope = entry.optionalText(value, "scope");
  return {
    type: "oauth",
    per: "user",
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scope === undefined ? {} : { scope }),
  };
}
