import type { ToolResult } from "../pool/tool-result.ts";

/** A result of the front itself. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** An error that the model can act on. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** A result with another text appended, or unchanged if there is none. */
export function withText(result: ToolResult, text: string | undefined): ToolResult {
  return text === undefined ? result : { ...result, content: [...result.content, { type: "text", text }] };
}
