import { type ContentBlock, isBlock, isServerCall, isServerResult } from "../conversation/message.ts";

/** The id of a call, by the client or the API's side; nothing for any other block. */
export function callIdOf(block: ContentBlock): readonly string[] {
  return isBlock(block, "tool_use") || isServerCall(block) ? [block.id] : [];
}

/** The id that a result answers; nothing for any other block. */
export function resultIdOf(block: ContentBlock): readonly string[] {
  return isBlock(block, "tool_result") || isServerResult(block) ? [block.tool_use_id] : [];
}
