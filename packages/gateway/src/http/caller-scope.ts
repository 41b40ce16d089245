import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { Credentials } from "../contracts/upstream.ts";
import { sha256 } from "../hash/sha256.ts";
import type { Caller } from "./access.ts";

/** Identifies who may read what a dialect keeps: the holder of a key. Without keys, of the credentials for the upstream. */
export function callerScope({ id, credentials }: Caller, dialect: ClientDialect): string {
  const { apiKey = null, authorization = null } = credentials;
  return sha256(JSON.stringify([dialect.name, id ?? [apiKey, authorization]]));
}

/** Tokens of Anthropic's OAuth are no API keys, whoever sends them. */
const oauthToken = /^sk-ant-oat/;

/** The client's credentials as upstreams expect them: an API key as such, even if the client's dialect sends it as a bearer token. */
export function credentialsOf({ credentials }: Caller, dialect: ClientDialect): Credentials {
  const token = /^Bearer\s+(\S+)$/i.exec(credentials.authorization ?? "")?.[1];
  if (dialect.sendsKeyAsBearer !== true || token === undefined || oauthToken.test(token)) return credentials;
  return { apiKey: credentials.apiKey ?? token };
}
