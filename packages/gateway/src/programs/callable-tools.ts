import type { DescribedTool } from "@toolcrib/code";
import type { Tool } from "@toolcrib/core";
import { validateInput, type WorkBudget } from "@toolcrib/core/calls";
import { parseJson } from "@toolcrib/shared/json";
import type { ToolCallOutcome } from "../contracts/toolset.ts";
import type { ToolsetCaller } from "../plan/mcp-toolsets/toolset-tool.ts";

/** A tool that programs may call. */
export interface CallableTool {
  /** Its definition, as rules and searches know it. */
  readonly tool: Tool & { readonly name: string };
  /** JSON Schema of its results. Without one, programs get text. */
  readonly outputSchema: unknown;
  /** Set for a tool of an MCP server, which the gateway calls; all others are called by the client. */
  readonly own?: OwnTool | undefined;
}

/** A tool of an MCP server. */
export interface OwnTool {
  readonly server: string;
  /** Its server's name for it. */
  readonly bareName: string;
  readonly isReadOnly: boolean;
  /** Whether the client is asked before a call is made. */
  readonly needsApproval: boolean;
  call(input: unknown, caller: ToolsetCaller): Promise<ToolCallOutcome>;
}

export type ProgramResult = { readonly value: unknown } | { readonly error: string };

const textResult = { type: "string" };

export function describedTool({ tool, outputSchema }: CallableTool): DescribedTool {
  const { name, description, input_schema: inputSchema } = tool;
  const result = outputSchema ?? textResult;
  return { name, ...(typeof description === "string" && { description }), inputSchema, outputSchema: result };
}

/** The text of a result as programs get it: a value if the tool has an output schema. Clients have to keep to theirs. */
export function readResultText(
  { tool: { name }, outputSchema, own }: CallableTool,
  text: string,
  budget: WorkBudget,
): ProgramResult {
  if (outputSchema === undefined) return { value: text };
  const value = parseJson(text);
  if (own !== undefined) return { value: value ?? text };
  if (value === undefined) return { error: `The result of ${name} is not the JSON that its output_schema describes.` };
  const checked = validateInput(outputSchema, value, budget);
  if (checked.verdict !== "invalid") return { value };
  const problems = checked.problems.map(({ path, problem }) => `${path === "" ? "the result" : path}: ${problem}`);
  return { error: `The result of ${name} does not match its output_schema: ${problems.join("; ")}` };
}
