import type { ContentBlock, Message } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";

const searchBlocks: ReadonlySet<string> = new Set([
  "tool_search_tool_result",
  "tool_addition",
  "tool_removal",
  "mcp_tool_use",
  "mcp_tool_result",
  "mcp_tool_listing",
]);

/** Whether a conversation contains blocks of tool search, which an upstream without support would reject. */
export function showsToolSearch(messages: readonly Message[]): boolean {
  return messages.some((message) => typeof message.content !== "string" && holdsSearch(message));
}

const holdsSearch = oncePer(({ content }: Message) => (content as readonly ContentBlock[]).some(belongsToSearch));

function belongsToSearch(block: ContentBlock): boolean {
  if (searchBlocks.has(block.type)) return true;
  if (block.type === "server_tool_use") {
    return String((block as { readonly name?: unknown }).name).startsWith("tool_search_tool_");
  }
  if (block.type !== "tool_result") return false;
  const { content } = block as { readonly content?: unknown };
  return Array.isArray(content) && content.some((part: ContentBlock) => part?.type === "tool_reference");
}
