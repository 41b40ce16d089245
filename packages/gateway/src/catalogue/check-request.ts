import type { ContentBlock } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/client-request.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { checkToolChanges } from "./check-tool-changes.ts";
import type { RequestCatalogue } from "./request-catalogue.ts";

const inlineToolsBeta = "inline-tools-2026-09-15";

/** Rejects, with the API's messages, what the API rejects and no client intends. Repairable errors are not rejected. */
export function checkRequest(request: ClientRequest, catalogue: RequestCatalogue): void {
  const { body } = request;
  checkDeferral(request, catalogue);
  checkToolChanges(body, catalogue);
  for (const message of body.messages) {
    if (message.role !== "user" || typeof message.content === "string") continue;
    const wrong = message.content.findIndex(isForServer);
    if (wrong === -1) continue;
    const { tool_use_id: id } = message.content[wrong] as unknown as { readonly tool_use_id: string };
    throw new GatewayError("invalid_body", {
      field: `messages.${body.messages.indexOf(message)}.content.${wrong}.tool_use_id`,
      problem: `\`tool_result\` blocks cannot answer server tool use ids: ${id}. Send the server's result block back as it came.`,
    });
  }
}

/** Only clients of the Messages API defer tools in its way. In other dialects a conversation may bring all of its tools later. */
function checkDeferral({ dialect, betas }: ClientRequest, { tools, deferredCount }: RequestCatalogue): void {
  if (dialect !== messagesDialectName || betas.includes(inlineToolsBeta)) return;
  if (tools.length > 0 && deferredCount === tools.length) throw new GatewayError("all_tools_deferred", {});
}

/** The result of a search or an MCP call comes from the gateway. */
function isForServer(block: ContentBlock): boolean {
  if (block.type !== "tool_result") return false;
  const { tool_use_id: id } = block as { readonly tool_use_id?: unknown };
  return typeof id === "string" && /^(?:srvtoolu|mcptoolu)_/.test(id);
}
