import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { shorten } from "@toolcrib/shared/text";
import { programToolName } from "../inner-form/program-parts.ts";
import { blocksOf } from "./inner-history.ts";
import { isProgramBlock, programOf } from "./program-blocks.ts";
import { invalid } from "./program-request.ts";

/**
 * The id of the program that the last answer stopped at; undefined if there is none. Throws what the API throws if results are missing.
 * Anthropic's API takes nothing but results then; OpenAI's takes messages too.
 */
export function findPending(
  messages: readonly Message[],
  { takesMessages }: { readonly takesMessages: boolean },
): string | undefined {
  const position = messages.findLastIndex(({ role }) => role === "assistant");
  const asked = messages[position];
  const id = asked === undefined ? undefined : openProgram(messages, blocksOf(asked));
  if (asked === undefined || id === undefined) return undefined;
  // A program that went on after earlier results began in an earlier message.
  const isKnown = messages.some(
    (message) =>
      message.role === "assistant" && blocksOf(message).some((block) => isProgramBlock(block) && block.id === id),
  );
  if (!isKnown)
    throw invalid(
      "messages",
      `tool_use blocks refer to the program ${shorten(id, 100)}, which is not in the conversation`,
    );
  const calls = blocksOf(asked).filter((block): block is ToolUseBlock => block.type === "tool_use");
  const answers = messages.slice(position + 1).flatMap(blocksOf);
  if (!takesMessages && answers.some(({ type }) => type !== "tool_result")) {
    throw invalid(
      `messages.${messages.length - 1}`,
      `\`${programToolName}\` tool use with id \`${id}\` was found without a corresponding \`${programToolName}_tool_result\` block`,
    );
  }
  const answered = new Set((answers as ToolResultBlock[]).map((block) => block.tool_use_id));
  const missing = calls.filter((call) => !answered.has(call.id)).map((call) => call.id);
  if (missing.length > 0) {
    throw invalid(
      `messages.${position}`,
      `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
  return id;
}

/** The program that made calls in an answer and has not ended. */
function openProgram(messages: readonly Message[], blocks: readonly ContentBlock[]): string | undefined {
  const ids = blocks.flatMap((block) => programOf(block) ?? []);
  if (ids.length === 0) return undefined;
  const ended = new Set(
    messages.flatMap(blocksOf).flatMap((block) => {
      const { tool_use_id: id } = block as Partial<ToolResultBlock>;
      return block.type === "code_execution_tool_result" && id !== undefined ? [id] : [];
    }),
  );
  return ids.find((id) => !ended.has(id));
}
