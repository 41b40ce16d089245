import type { ProgramStep } from "@toolcrib/code";
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { innerIdOf } from "../conversation/call-ids.ts";
import { programToolName } from "../inner-form/program-parts.ts";

/** The API names this version in every answer, whichever the request named. */
const callerType = "code_execution_20260120";

type Fields = Readonly<Record<string, unknown>>;

/** A call of the model for a program, as the client sees it. */
export function shownProgram(id: string, input: unknown): ContentBlock {
  return { type: "server_tool_use", id, name: programToolName, input, caller: { type: "direct" } } as ContentBlock;
}

/** A call that a program makes. */
export function programCall(program: string, id: string, name: string, input: unknown): ContentBlock {
  return { type: "tool_use", id, name, input, caller: { type: callerType, tool_id: program } } as ContentBlock;
}

/** The id of the program that made a call; undefined for calls of the model. */
export function programOf(block: ContentBlock): string | undefined {
  const { caller } = block as ContentBlock & {
    readonly caller?: { readonly type?: unknown; readonly tool_id?: unknown };
  };
  const isProgram = typeof caller?.type === "string" && caller.type.startsWith("code_execution_");
  return isProgram && typeof caller.tool_id === "string" ? caller.tool_id : undefined;
}

export function isProgramBlock(block: ContentBlock): block is ToolUseBlock {
  return block.type === "server_tool_use" && (block as unknown as ToolUseBlock).name === programToolName;
}

/** A program that ended, as the client sees it. */
export function shownResult(program: string, step: ProgramStep | { readonly errorCode: string }): ContentBlock {
  const content = "errorCode" in step ? failure(step.errorCode) : resultOf(step);
  return { type: "code_execution_tool_result", tool_use_id: program, content } as ContentBlock;
}

function resultOf(step: ProgramStep): Fields {
  const { stdout, stderr, truncated } = step.output;
  if (step.status === "failed") {
    if (step.reason === "cpu" || step.reason === "wall") return failure("execution_time_exceeded");
    if (step.reason === "crash" || step.reason === "cancelled") return failure("unavailable");
  }
  const value = step.status === "finished" && step.value !== undefined ? `${valueText(step.value)}\n` : "";
  const error = step.status === "failed" ? `${step.error.stack}\n` : "";
  const cut = truncated ? "The output was cut.\n" : "";
  return {
    type: "code_execution_result",
    stdout: stdout + value,
    stderr: stderr + cut + error,
    return_code: step.status === "failed" ? 1 : 0,
    content: [],
  };
}

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function failure(errorCode: string): Fields {
  return { type: "code_execution_tool_result_error", error_code: errorCode };
}

/** A shown result as the model reads it. */
export function innerResult(block: ContentBlock): ToolResultBlock {
  const { tool_use_id: id, content } = block as ContentBlock & {
    readonly tool_use_id: string;
    readonly content?: Fields;
  };
  const { return_code: code, error_code: errorCode } = content ?? {};
  const [stdout, stderr] = [textIn(content, "stdout"), textIn(content, "stderr")];
  const parts = [stdout.trimEnd(), stderr === "" ? "" : `stderr:\n${stderr.trimEnd()}`];
  const text =
    errorCode === undefined
      ? parts.filter((part) => part !== "").join("\n")
      : `The program was not completed: ${textIn(content, "error_code")}.`;
  const isError = errorCode !== undefined || (typeof code === "number" && code !== 0);
  return {
    type: "tool_result",
    tool_use_id: innerIdOf(id),
    content: text === "" ? "The program ended without output." : text,
    ...(isError && { is_error: true }),
  };
}

/** The blocks come back from the client, which may have changed them. */
function textIn(content: Fields | undefined, field: string): string {
  const text = content?.[field];
  return typeof text === "string" ? text : "";
}
