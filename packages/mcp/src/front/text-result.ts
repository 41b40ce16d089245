import type { ToolResult } from "../pool/tool-result.ts";

/** A result of the front's own. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** An error that the model can do something about. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** A result with one more text behind its content, or as it is where there is none. */
export function withText(result: ToolResult, text: string | undefined): ToolResult {
  return text === undefined ? result : { ...result, content: [...result.content, { type: "text", text }] };
}
