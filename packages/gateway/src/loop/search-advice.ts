import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { SearchAdvice } from "@toolcrib/core/calls";

/** The client's own search tool, recognised in the conversation by tool references in its results. */
export function searchAdviceIn(messages: readonly Message[]): SearchAdvice | undefined {
  const calls = new Map<string, string>();
  let toolName: string | undefined;
  for (const { content } of messages) {
    for (const block of typeof content === "string" ? [] : content) {
      if (block.type === "tool_use") calls.set((block as ToolUseBlock).id, (block as ToolUseBlock).name);
      else if (holdsReferences(block)) toolName = calls.get((block as ToolResultBlock).tool_use_id) ?? toolName;
    }
  }
  return toolName === undefined ? undefined : { toolName };
}

function holdsReferences(block: ContentBlock): boolean {
  if (block.type !== "tool_result") return false;
  const { content } = block as ToolResultBlock;
  return Array.isArray(content) && content.some((part: ContentBlock) => part?.type === "tool_reference");
}
