import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { WorkBudget } from "@toolcrib/core/calls";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { shorten } from "@toolcrib/shared/text";
import { innerIdOf } from "../conversation/call-ids.ts";
import { toolsetToolName } from "../conversation/shown-blocks.ts";
import { type ProgramResult, readResultText } from "./callable-tools.ts";
import { blocksOf } from "./inner-history.ts";
import { programOf } from "./program-blocks.ts";
import { invalid, type ProgramRequest } from "./program-request.ts";

/** A call of a program that the conversation holds. */
export interface ShownProgramCall {
  readonly name: string;
  readonly input: unknown;
}

/** Such a call with its result. */
interface RecordedCall extends ShownProgramCall {
  readonly result: ProgramResult;
}

/** The calls of a program, by their ids in the inner form. */
export interface RecordedCalls {
  readonly answered: ReadonlyMap<string, RecordedCall>;
  /** Calls that the client was asked about and did not refuse. */
  readonly approved: ReadonlyMap<string, ShownProgramCall>;
}

type ShownCall = Omit<ToolUseBlock, "type"> & { readonly type: string; readonly server_name?: string };

interface RecordedCallsOptions {
  readonly callable: ProgramRequest["callable"];
  readonly budget: WorkBudget;
  /** Whether a result that is not text is an error of the client, as in Anthropic's API. Elsewhere the text names it. */
  readonly takesTextOnly: boolean;
}

/** All calls of a program in a conversation: a program that starts from an older state gets what it got before. */
export function recordedCalls(
  messages: readonly Message[],
  program: string,
  { callable, budget, takesTextOnly }: RecordedCallsOptions,
): RecordedCalls {
  const calls = new Map<string, ShownCall>();
  const answered = new Map<string, RecordedCall>();
  for (const [position, message] of messages.entries()) {
    for (const block of blocksOf(message)) {
      const { id: callId } = block as Partial<ToolUseBlock>;
      if (programOf(block) === program && callId !== undefined) calls.set(callId, block as unknown as ShownCall);
      const { tool_use_id: id } = block as ToolResultBlock;
      const call = isResult(block) ? calls.get(id) : undefined;
      if (call === undefined) continue;
      const shown = readCall(call);
      const read = readResult(block as ToolResultBlock, takesTextOnly ? `messages.${position}` : undefined);
      const tool = callable.get(shown.name);
      const result = "error" in read || tool === undefined ? read : readResultText(tool, read.value, budget);
      answered.set(innerIdOf(call.id), { ...shown, result });
    }
  }
  const open = [...calls.values()].filter((call) => call.type !== "tool_use" && !answered.has(innerIdOf(call.id)));
  return { answered, approved: new Map(open.map((call) => [innerIdOf(call.id), readCall(call)])) };
}

function readCall({ name, server_name: server, input }: ShownCall): ShownProgramCall {
  return { name: server === undefined ? name : toolsetToolName(server, name), input: input ?? {} };
}

const isResult = ({ type }: ContentBlock): boolean => type === "tool_result" || type === "mcp_tool_result";

/** Programs get the text of a result. Other parts are an error in the field, if one is given. */
function readResult(
  { content, is_error: isError }: ToolResultBlock,
  field: string | undefined,
): { readonly value: string } | { readonly error: string } {
  const given: unknown = content ?? [];
  const parts: readonly unknown[] = Array.isArray(given) ? given : [given];
  const text = parts.map((part) => textOf(part, field)).join("\n");
  return isError === true ? { error: text } : { value: text };
}

function textOf(part: unknown, field: string | undefined): string {
  if (typeof part === "string") return part;
  const { type, text } = isRecord(part) ? part : {};
  if (type === "text" && typeof text === "string") return text;
  const received = typeof type === "string" ? shorten(type, 50) : describeValue(part);
  if (field === undefined) return `[${received} left out: programs read text]`;
  throw invalid(field, `results of calls that a program made are text only, got ${received}`);
}
