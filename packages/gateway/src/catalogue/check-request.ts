import type { ContentBlock } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/turn.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { RequestCatalogue } from "./request-catalogue.ts";

const inlineToolsBeta = "inline-tools-2026-09-15";

/** Rejects, in the API's words, what the API rejects and nobody could mean. What can be put right is repaired instead. */
export function checkRequest({ body, betas }: ClientRequest, catalogue: RequestCatalogue): void {
  const { tools, deferredCount } = catalogue;
  if (tools.length > 0 && deferredCount === tools.length && !betas.includes(inlineToolsBeta)) {
    throw new GatewayError("all_tools_deferred", {});
  }
  for (const [position, message] of body.messages.entries()) {
    if (message.role !== "user" || typeof message.content === "string") continue;
    for (const [index, block] of message.content.entries()) checkResult(block, `messages.${position}.content.${index}`);
  }
}

/** The result of a search or of an MCP call is the gateway's to give. */
function checkResult(block: ContentBlock, field: string): void {
  if (block.type !== "tool_result") return;
  const { tool_use_id: id } = block as { readonly tool_use_id?: unknown };
  if (typeof id !== "string" || !/^(?:srvtoolu|mcptoolu)_/.test(id)) return;
  throw new GatewayError("invalid_body", {
    field: `${field}.tool_use_id`,
    problem: `\`tool_result\` blocks cannot answer server tool use ids: ${id}. Send the server's result block back as it came.`,
  });
}
