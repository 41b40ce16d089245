import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { SearchAdvice } from "@toolcrib/core/calls";

/** The tool by which the client searches, as the conversation shows it: the one whose results hold references. */
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
