import type { CallAnswer, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { errorMessage } from "@toolcrib/shared/errors";
import type { AgentOptions } from "./agent-options.ts";

/** Answers all calls of a turn, concurrently; the results keep their order. */
export function answerCalls(
  calls: readonly ToolUseBlock[],
  conversation: readonly Message[],
  options: Pick<AgentOptions, "session" | "runTool">,
): Promise<readonly CallAnswer[]> {
  return Promise.all(calls.map((call) => answerCall(call, conversation, options)));
}

async function answerCall(
  call: ToolUseBlock,
  conversation: readonly Message[],
  { session, runTool }: Pick<AgentOptions, "session" | "runTool">,
): Promise<CallAnswer> {
  const verdict = session.checkCall(call, conversation);
  if (verdict.verdict === "search") return session.answerSearch(call);
  if (verdict.verdict === "refuse") return { result: verdict.result };
  const skill = await session.answerSkill(call, conversation);
  if (skill !== undefined) return skill;
  try {
    return { result: resultOf(call, { content: await runTool(call, verdict.tool) }) };
  } catch (error) {
    const content = errorMessage(error);
    return { result: resultOf(call, { content, is_error: true }) };
  }
}

function resultOf(call: ToolUseBlock, fields: Pick<ToolResultBlock, "content" | "is_error">): ToolResultBlock {
  return { type: "tool_result", tool_use_id: call.id, ...fields };
}
