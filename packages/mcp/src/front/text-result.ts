import type { ToolResult } from "../pool/tool-result.ts";

/** A result of the front's own. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** An error that the model can do something about. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
