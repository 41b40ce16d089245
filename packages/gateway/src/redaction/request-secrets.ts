import { secretsInHeaders, secretsInUrl } from "@toolcrib/core/redaction";
import type { MessagesBody } from "../contracts/inner-form.ts";

const credentialHeaders = ["authorization", "x-api-key", "toolcrib-key", "proxy-authorization", "cookie"];

/** What a client proves with who it is. */
export function credentialSecrets(headers: Readonly<Record<string, string>>): readonly string[] {
  return secretsInHeaders(Object.fromEntries(credentialHeaders.map((name) => [name, headers[name]])));
}

/** What a request gives for MCP servers: tokens, and what stands in their URLs. */
export function bodySecrets({ mcp_servers: servers }: MessagesBody): readonly string[] {
  return (servers ?? []).flatMap((server) => {
    const { url, authorization_token: token } = (server ?? {}) as Readonly<Record<string, unknown>>;
    return [...(typeof token === "string" ? [token] : []), ...(typeof url === "string" ? secretsInUrl(url) : [])];
  });
}
