import type { MessagesBody } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** Names of Bedrock's resources are the longest. */
const maxModelLength = 2_048;
/** The API's own limit. */
const maxServers = 20;

/** Limits what records, caches and the redactor hold of a request of any dialect. */
export function checkLengths({ model, mcp_servers: servers }: MessagesBody): void {
  if (model.length > maxModelLength) throw invalid("model", `String should have at most ${maxModelLength} characters`);
  const count = servers?.length ?? 0;
  if (count > maxServers) throw invalid("mcp_servers", `List should have at most ${maxServers} items, not ${count}`);
}

function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
