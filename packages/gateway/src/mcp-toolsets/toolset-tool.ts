import type { ContentBlock, ToolResultBlock } from "@toolcrib/core";
import { shownIdOf } from "../answer/call-ids.ts";
import type { GatewayTool } from "../contracts/gateway-tool.ts";
import type { ToolCallOutcome, ToolsetConnection } from "../contracts/toolset.ts";
import type { TraceRecorder } from "../contracts/trace.ts";
import { innerResultOf } from "../conversation/shown-blocks.ts";
import type { ToolsetTool } from "./expand-toolset.ts";

export interface ToolsetToolOptions {
  readonly connect: () => Promise<ToolsetConnection>;
  readonly trace: TraceRecorder;
  readonly now: () => number;
}

/** A tool of an MCP server, called by the gateway; the client sees the blocks that the API would have sent. */
export function toolsetTool({ tool, server, bareName }: ToolsetTool, options: ToolsetToolOptions): GatewayTool {
  const { connect, trace, now } = options;
  return {
    specificationVersion: "v1",
    name: tool.name as string,
    isSearch: false,
    showCall: (id) =>
      ({
        type: "mcp_tool_use",
        id: shownIdOf(id, "mcptoolu"),
        name: bareName,
        server_name: server,
        input: {},
      }) as ContentBlock,
    async answer({ id, input }, signal) {
      const startedAt = now();
      trace.flow({ from: "gateway", to: "mcp-server", title: `Call ${bareName}`, payload: () => input });
      const { content, isError } = await callTool(connect, bareName, input, signal);
      trace.toolCall({ server, tool: bareName, isError, milliseconds: now() - startedAt });
      trace.flow({ from: "mcp-server", to: "gateway", title: `Result of ${bareName}`, payload: () => content });
      const shown = {
        type: "mcp_tool_result",
        tool_use_id: shownIdOf(id, "mcptoolu"),
        is_error: isError,
        content: content.map(asText),
      } as ContentBlock;
      return { shown, result: innerResultOf(shown) as ToolResultBlock };
    },
  };
}

/** What fails is told to the model as the tool's result: it may know another way. */
async function callTool(
  connect: () => Promise<ToolsetConnection>,
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolCallOutcome> {
  try {
    const connection = await connect();
    return await connection.callTool(name, input, signal);
  } catch (error) {
    signal.throwIfAborted();
    const text = error instanceof Error ? error.message : String(error);
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** The API's block holds texts only. */
function asText(block: ToolCallOutcome["content"][number]): { readonly type: "text"; readonly text: string } {
  const { type, text, mimeType } = block;
  if (type === "text" && typeof text === "string") return { type: "text", text };
  if (type === "resource_link") return { type: "text", text: `[resource ${String(block["uri"])}]` };
  const embedded = (block["resource"] as { readonly text?: unknown } | undefined)?.text;
  if (typeof embedded === "string") return { type: "text", text: embedded };
  return { type: "text", text: `[${type} left out: ${typeof mimeType === "string" ? mimeType : "unknown type"}]` };
}
