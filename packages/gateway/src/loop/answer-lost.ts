import type { ContentBlock, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { GatewayToolAnswer } from "../contracts/gateway-tool.ts";
import { shownIdOf } from "../conversation/call-ids.ts";
import { innerResultOf } from "../conversation/shown-blocks.ts";

/** The answer to an open call of an MCP tool that this request does not have: without one, no upstream takes the conversation. */
export function answerLost({ id }: ToolUseBlock): GatewayToolAnswer {
  const text = "The tool was not called: its server does not list it, or it is held back.";
  const shown = {
    type: "mcp_tool_result",
    tool_use_id: shownIdOf(id, "mcptoolu"),
    is_error: true,
    content: [{ type: "text", text }],
  } as ContentBlock;
  return { shown, result: innerResultOf(shown) as ToolResultBlock };
}
