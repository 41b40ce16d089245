export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** An item of a response's output. */
export interface OutputItem {
  readonly type:
    | "message"
    | "function_call"
    | "custom_tool_call"
    | "reasoning"
    | "tool_search_call"
    | "tool_search_output"
    | "mcp_list_tools"
    | "mcp_call"
    | "mcp_approval_request"
    | "program"
    | "program_output";
  readonly id: string;
  readonly [field: string]: unknown;
}
