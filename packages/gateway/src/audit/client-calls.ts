import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { ToolCall } from "../contracts/call-control.ts";

/** The calls whose results a client sends with its last message: it has made them since its request before. */
export function clientCallsIn(messages: readonly Message[]): readonly ToolCall[] {
  const results = new Map(
    blocksOf(messages.at(-1))
      .filter((block): block is ToolResultBlock => block.type === "tool_result")
      .map((result) => [result.tool_use_id, result]),
  );
  if (results.size === 0) return [];
  return blocksOf(messages.at(-2)).flatMap((block) => {
    if (block.type !== "tool_use") return [];
    const { id, name, input } = block as ToolUseBlock;
    const result = results.get(id);
    if (result === undefined) return [];
    return [{ tool: name, input, by: "client", outcome: result.is_error === true ? "error" : "ok", id } as const];
  });
}

function blocksOf(message: Message | undefined): readonly ContentBlock[] {
  return message === undefined || typeof message.content === "string" ? [] : message.content;
}
