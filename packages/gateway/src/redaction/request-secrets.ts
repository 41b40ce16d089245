import { secretsInHeaders, secretsInUrl } from "@toolcrib/core/redaction";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { textsIn } from "./texts-in.ts";

const credentialHeaders = ["authorization", "x-api-key", "toolcrib-key", "proxy-authorization", "cookie"];

/** The client's credentials. */
export function credentialSecrets(headers: Readonly<Record<string, string>>): readonly string[] {
  return secretsInHeaders(Object.fromEntries(credentialHeaders.map((name) => [name, headers[name]])));
}

/** The MCP credentials in a request: tokens, and what the URLs and headers contain. */
export function bodySecrets({ mcp_servers: servers }: MessagesBody): readonly string[] {
  return (servers ?? []).flatMap((server) => {
    const { url, authorization_token: token, headers } = (server ?? {}) as Readonly<Record<string, unknown>>;
    return [
      ...(typeof token === "string" ? [token] : []),
      ...(typeof url === "string" ? secretsInUrl(url) : []),
      ...secretsInHeaders(textsIn(headers)),
    ];
  });
}
