import type { CallResult } from "@toolcrib/code";
import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { programToolName } from "../inner-form/program-parts.ts";
import { blocksOf } from "./inner-history.ts";
import { isProgramBlock, programOf } from "./program-blocks.ts";
import { invalid } from "./program-request.ts";

/** A program that waits for results which the last message holds. */
export interface PendingProgram {
  /** The id of the program, as the client knows it. */
  readonly id: string;
  readonly results: ReadonlyMap<string, ResultOfClient>;
}

type ResultOfClient = Omit<Extract<CallResult, { readonly value: unknown }>, "id"> | { readonly error: string };

/** The program that the conversation stopped at; undefined if there is none. Throws what the API throws if results are missing. */
export function findPending(messages: readonly Message[]): PendingProgram | undefined {
  const [asked, given] = [messages.at(-2), messages.at(-1)];
  if (asked?.role !== "assistant" || given?.role !== "user") return undefined;
  const blocks = blocksOf(asked);
  const calls = blocks.filter((block) => block.type === "tool_use") as (ContentBlock & { readonly id: string })[];
  const id = calls.map(programOf).find((program) => program !== undefined);
  if (id === undefined) return undefined;
  // A program that went on after earlier results began in an earlier message.
  const isKnown = messages.some(
    (message) =>
      message.role === "assistant" && blocksOf(message).some((block) => isProgramBlock(block) && block.id === id),
  );
  if (!isKnown)
    throw invalid("messages", `tool_use blocks refer to the program ${id}, which is not in the conversation`);
  const field = `messages.${messages.length - 1}`;
  const answers = blocksOf(given);
  if (answers.some(({ type }) => type !== "tool_result")) {
    throw invalid(
      field,
      `\`${programToolName}\` tool use with id \`${id}\` was found without a corresponding \`${programToolName}_tool_result\` block`,
    );
  }
  const byCall = new Map((answers as ToolResultBlock[]).map((block) => [block.tool_use_id, block]));
  const missing = calls.filter((call) => !byCall.has(call.id)).map((call) => call.id);
  if (missing.length > 0) {
    throw invalid(
      `messages.${messages.length - 2}`,
      `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
  return { id, results: resultsOf(messages, id) };
}

/** All results that the conversation holds for calls of a program: clients may send an older container, and the program catches up. */
function resultsOf(messages: readonly Message[], program: string): ReadonlyMap<string, ResultOfClient> {
  const calls = new Set<string>();
  const results = new Map<string, ResultOfClient>();
  for (const [position, message] of messages.entries()) {
    for (const block of blocksOf(message)) {
      if (programOf(block) === program) calls.add((block as ToolUseBlock).id);
      const { tool_use_id: id } = block as ToolResultBlock;
      if (block.type === "tool_result" && calls.has(id))
        results.set(id, readResult(block as ToolResultBlock, `messages.${position}`));
    }
  }
  return results;
}

/** Programs get the text of a result. */
function readResult({ content, is_error: isError }: ToolResultBlock, field: string): ResultOfClient {
  const parts = typeof content === "string" ? [content] : (content ?? []).map((part) => textOf(part, field));
  const text = parts.join("\n");
  return isError === true ? { error: text } : { value: text };
}

function textOf(part: ContentBlock, field: string): string {
  const { text } = part as { readonly text?: unknown };
  if (part.type === "text" && typeof text === "string") return text;
  throw invalid(field, `results of calls that a program made are text only, got ${part.type}`);
}
