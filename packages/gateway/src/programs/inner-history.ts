import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { innerIdOf } from "../conversation/call-ids.ts";
import { programToolName } from "../inner-form/program-parts.ts";
import { innerResult, isProgramBlock, programOf, shownResult } from "./program-blocks.ts";

interface WrittenMessage {
  readonly role: string;
  content: string | ContentBlock[];
}

/**
 * A conversation as the model sees it: a program is a call of one tool, and its result the result of that call. What the program called
 * does not appear. `pending` is a program whose result follows later.
 */
export function innerHistory(messages: readonly Message[], pending: string | undefined): readonly Message[] {
  if (!messages.some(hasProgram)) return messages;
  const written: WrittenMessage[] = [];
  const ofPrograms = new Set<string>();
  let open: string[] = [];
  const add = (role: string, block: ContentBlock) => {
    const last = written.at(-1);
    if (last?.role !== role) written.push({ role, content: [block] });
    else if (typeof last.content === "string")
      last.content = [{ type: "text", text: last.content } as ContentBlock, block];
    else last.content.push(block);
  };
  for (const [position, message] of messages.entries()) {
    if (message.role === "assistant" && position > 0) open = closeLost(message, open, pending, written);
    if (typeof message.content === "string" && written.at(-1)?.role !== message.role) {
      written.push({ role: message.role, content: message.content });
      continue;
    }
    for (const block of blocksOf(message)) {
      if (isProgramBlock(block)) {
        open.push(block.id);
        add("assistant", {
          type: "tool_use",
          id: innerIdOf(block.id),
          name: programToolName,
          input: block.input,
        } as ContentBlock);
      } else if (programOf(block) !== undefined) {
        const { id } = block as Partial<ToolUseBlock>;
        if (id !== undefined) ofPrograms.add(id);
      } else if (block.type === "code_execution_tool_result") {
        open = open.filter((id) => id !== resultId(block));
        insertResult(written, innerResult(block));
      } else if (!ofPrograms.has((block as ToolResultBlock).tool_use_id)) {
        add(message.role, block);
      }
    }
  }
  return written as readonly Message[];
}

/** A program without a result, of a client that went on without it: the model must not wait for it. */
function closeLost(
  message: Message,
  open: readonly string[],
  pending: string | undefined,
  written: WrittenMessage[],
): string[] {
  const continued = new Set(blocksOf(message).map((block) => programOf(block) ?? resultId(block)));
  const lost = open.filter((id) => id !== pending && !continued.has(id));
  for (const id of lost) {
    insertResult(written, innerResult(shownResult(id, { errorCode: "unavailable" })));
  }
  return open.filter((id) => !lost.includes(id));
}

/** Puts the result of a program where models expect it: directly after the answer with the program, before anything that the user says. */
function insertResult(written: WrittenMessage[], result: ContentBlock): void {
  const next = written.findLastIndex(({ role }) => role === "assistant") + 1;
  const message = written[next];
  if (message?.role !== "user") {
    written.splice(next, 0, { role: "user", content: [result] });
    return;
  }
  const blocks = [...blocksOf(message as Message)];
  const place = blocks.findLastIndex(({ type }) => type === "tool_result") + 1;
  written[next] = { role: "user", content: blocks.toSpliced(place, 0, result) };
}

/** A conversation with the result of the program that it stopped at. */
export function withResult(messages: readonly Message[], result: ContentBlock): readonly Message[] {
  const written = [...messages] as WrittenMessage[];
  insertResult(written, result);
  return written as readonly Message[];
}

const resultId = (block: ContentBlock): string =>
  (block as ContentBlock & { readonly tool_use_id: string }).tool_use_id;

export function blocksOf({ content }: Message): readonly ContentBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content } as ContentBlock] : content;
}

const hasProgram = (message: Message): boolean =>
  typeof message.content !== "string" &&
  message.content.some((block) => isProgramBlock(block) || programOf(block) !== undefined);
