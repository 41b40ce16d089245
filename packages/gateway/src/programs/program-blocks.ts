import type { PendingCall, ProgramStep, StateLoss } from "@toolcrib/code";
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { ToolCallOutcome } from "../contracts/toolset.ts";
import { innerIdOf, shownIdOf } from "../conversation/call-ids.ts";
import { isProgramCaller, programCaller, programToolName } from "../inner-form/program-parts.ts";
import { programResultText } from "../inner-form/program-result.ts";
import type { OwnTool } from "./callable-tools.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call of the model for a program, as the client sees it. */
export function shownProgram(id: string, input: unknown, fields: Fields = {}): ContentBlock {
  const caller = { type: "direct" };
  return { type: "server_tool_use", id, name: programToolName, input, caller, ...fields } as ContentBlock;
}

/** The client's id of a call: the same whenever the program gets there. */
export function callIdOf(program: string, call: number): string {
  return `${innerIdOf(program)}_${call}`;
}

/** A call that a program makes, for the client. */
export function programCall(program: string, { id, name, arguments: input }: PendingCall): ContentBlock {
  return { type: "tool_use", id: callIdOf(program, id), name, input, caller: programCaller(program) } as ContentBlock;
}

/** A call that the gateway makes for a program. */
export function ownCall(program: string, call: number, { server, bareName }: OwnTool, input: unknown): ContentBlock {
  const id = ownIdOf(program, call);
  const caller = programCaller(program);
  return { type: "mcp_tool_use", id, name: bareName, server_name: server, input, caller } as ContentBlock;
}

/** The result of such a call. */
export function ownResult(program: string, call: number, { content, isError }: ToolCallOutcome): ContentBlock {
  const id = ownIdOf(program, call);
  const caller = programCaller(program);
  return { type: "mcp_tool_result", tool_use_id: id, is_error: isError, content, caller } as ContentBlock;
}

const ownIdOf = (program: string, call: number): string => shownIdOf(callIdOf(program, call), "mcptoolu");

/** The id of the program that a call or a result belongs to; undefined for those of the model. */
export function programOf(block: ContentBlock): string | undefined {
  const { caller } = block as ContentBlock & { readonly caller?: unknown };
  return isProgramCaller(caller) ? caller.tool_id : undefined;
}

export function isProgramBlock(block: ContentBlock): block is ToolUseBlock {
  return block.type === "server_tool_use" && (block as unknown as ToolUseBlock).name === programToolName;
}

/** A program that ended, as the client sees it, with a note for the model. */
export function shownResult(
  program: string,
  step: ProgramStep | { readonly errorCode: string },
  note?: string,
): ContentBlock {
  const content = "errorCode" in step ? failure(step.errorCode) : resultOf(step, note);
  return { type: "code_execution_tool_result", tool_use_id: program, content } as ContentBlock;
}

/** Why nothing is left of a program for later ones. */
export const losses: Readonly<Record<StateLoss, string>> = {
  size: "they take too much space",
  memory: "they leave too little memory",
  time: "the programs so far ran for too long to be repeated",
};

function resultOf(step: ProgramStep, note: string | undefined): Fields {
  const { stdout, stderr, truncated } = step.output;
  const errorCode = errorCodeOf(step);
  if (errorCode !== undefined) return failure(errorCode);
  const value = step.status === "finished" && step.value !== undefined ? `${valueText(step.value)}\n` : "";
  const error = step.status === "failed" ? `${step.error.stack}\n` : "";
  const cut = truncated ? "The output was cut.\n" : "";
  const told = note === undefined ? "" : `${note}\n`;
  const loss = step.status === "waiting" ? undefined : step.stateLoss;
  const lost = loss === undefined ? "" : `Variables are not kept for later programs: ${losses[loss]}.\n`;
  return {
    type: "code_execution_result",
    stdout: stdout + value,
    stderr: told + stderr + cut + error + lost,
    return_code: step.status === "failed" && !isTimeout(step.error.message) ? 1 : 0,
    content: [],
  };
}

/** The code of a program that was ended from outside: its result has no output. Undefined for all others. */
export function errorCodeOf(step: ProgramStep): string | undefined {
  if (step.status !== "failed") return undefined;
  if (step.reason === "cpu" || step.reason === "wall") return "execution_time_exceeded";
  return step.reason === "crash" || step.reason === "cancelled" ? "unavailable" : undefined;
}

/** In the API, a program that a late result ends has not failed. */
const isTimeout = (message: string): boolean => /^TimeoutError: Calling tool \['.*'\] timed out/.test(message);

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function failure(errorCode: string): Fields {
  return { type: "code_execution_tool_result_error", error_code: errorCode };
}

/** A shown result as the model reads it. */
export function innerResult(block: ContentBlock): ToolResultBlock {
  const { tool_use_id: id, content } = block as ContentBlock & {
    readonly tool_use_id: string;
    readonly content?: unknown;
  };
  const { text, isError } = programResultText(content);
  return { type: "tool_result", tool_use_id: innerIdOf(id), content: text, ...(isError && { is_error: true }) };
}
