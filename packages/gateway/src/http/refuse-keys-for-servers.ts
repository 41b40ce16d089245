import type { MessagesBody } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { holdsGatewayKey } from "./gateway-keys.ts";
import type { ConfiguredState } from "./gateway-state.ts";

/** Far more than twenty servers with long tokens have; every word of it is hashed. */
const maxCharacters = 262_144;

/** Refuses a request that would give a key of this gateway to an MCP server. */
export function refuseKeysForServers({ mcp_servers: servers }: MessagesBody, state: ConfiguredState): void {
  let characters = 0;
  for (const [position, server] of (servers ?? []).entries()) {
    const { url, authorization_token: token, headers } = (server ?? {}) as Readonly<Record<string, unknown>>;
    for (const text of [url, token, ...Object.values(headers ?? {})]) {
      if (typeof text !== "string") continue;
      characters += text.length;
      if (characters > maxCharacters) {
        const problem = `expected at most ${maxCharacters} characters in the URLs, tokens and headers of all servers, got more`;
        throw new GatewayError("invalid_body", { field: "mcp_servers", problem });
      }
      if (!holdsGatewayKey(text, state)) continue;
      const problem =
        "expected credentials of the MCP server, got a key of this gateway, which is never sent to others";
      throw new GatewayError("invalid_body", { field: `mcp_servers.${position}`, problem });
    }
  }
}
