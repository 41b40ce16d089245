import type { ContentBlock, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { ToolReferenceBlock } from "@toolcrib/core/conversation";
import { innerIdOf } from "./call-ids.ts";

/** A call that the gateway runs, as the client sees it. */
interface ShownCall extends ContentBlock {
  readonly id: string;
  readonly name: string;
  readonly server_name?: string;
  readonly input?: unknown;
}

interface ShownResult extends ContentBlock {
  readonly tool_use_id: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

/** The model's name for a tool of an MCP server. */
export function toolsetToolName(server: string, tool: string): string {
  return `${server}_${tool}`.replace(/[^a-zA-Z0-9_-]/g, "_");
}

/** The call as the model made it; undefined for other blocks. */
export function innerCallOf(block: ContentBlock): ToolUseBlock | undefined {
  const { id, name, server_name: server, input = {} } = block as ShownCall;
  if (block.type === "server_tool_use" && String(name).startsWith("tool_search_tool_")) {
    return { type: "tool_use", id: innerIdOf(id), name, input, ...breakpointOf(block) };
  }
  if (block.type !== "mcp_tool_use") return undefined;
  const toolName = toolsetToolName(String(server), name);
  return { type: "tool_use", id: innerIdOf(id), name: toolName, input, ...breakpointOf(block) };
}

/** The result as the model received it: derived from the shown block alone, so that a replay is identical. */
export function innerResultOf(block: ContentBlock): ToolResultBlock | undefined {
  const { tool_use_id: id, content, is_error: isError } = block as ShownResult;
  if (block.type === "tool_search_tool_result") {
    return { type: "tool_result", tool_use_id: innerIdOf(id), ...searchContent(content), ...breakpointOf(block) };
  }
  if (block.type !== "mcp_tool_result") return undefined;
  return {
    type: "tool_result",
    tool_use_id: innerIdOf(id),
    content: (content ?? []) as string | readonly ContentBlock[],
    ...(isError === true ? { is_error: true } : {}),
    ...breakpointOf(block),
  };
}

/** Clients put a cache breakpoint on any block that ends their prompt. */
function breakpointOf(block: ContentBlock): { readonly cache_control?: unknown } {
  const { cache_control: breakpoint } = block as { readonly cache_control?: unknown };
  return breakpoint === undefined || breakpoint === null ? {} : { cache_control: breakpoint };
}

function searchContent(content: unknown): Pick<ToolResultBlock, "content" | "is_error"> {
  const {
    tool_references: references,
    error_code: code,
    error_message: message,
  } = (content ?? {}) as {
    readonly tool_references?: readonly ToolReferenceBlock[];
    readonly error_code?: string;
    readonly error_message?: string | null;
  };
  if (code !== undefined) {
    return { content: [text(`The search failed (${code}). ${message ?? ""}`.trim())], is_error: true };
  }
  if (references === undefined || references.length === 0) {
    return { content: [text("No tool matches. Search again with other or fewer words.")] };
  }
  return {
    content: references.map(
      (reference) =>
        ({ type: "tool_reference", tool_name: reference.tool_name, ...breakpointOf(reference) }) as ContentBlock,
    ),
  };
}

function text(value: string): ContentBlock {
  return { type: "text", text: value } as ContentBlock;
}
