import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { innerIdOf } from "../conversation/call-ids.ts";
import { programToolName } from "../inner-form/program-parts.ts";
import { innerResult, isProgramBlock, programOf, shownResult } from "./program-blocks.ts";

/** A message that is being written: its blocks up to the last result of a call, and those after it. */
interface WrittenMessage {
  readonly role: string;
  /** The text of a message to which nothing was added so far. */
  text: string | undefined;
  readonly results: ContentBlock[];
  rest: ContentBlock[];
}

/**
 * A conversation as the model sees it: a program is a call of one tool, and its result the result of that call. What the program called
 * does not appear. `pending` is a program whose result follows later.
 */
export function innerHistory(messages: readonly Message[], pending: string | undefined): readonly Message[] {
  if (!messages.some(hasProgram)) return messages;
  const written = new WrittenConversation();
  const ofPrograms = new Set<string>();
  const open = new OpenPrograms();
  for (const [position, message] of messages.entries()) {
    if (message.role === "assistant" && position > 0) {
      for (const id of open.takeLost(message, pending)) {
        written.addResult(innerResult(shownResult(id, { errorCode: "unavailable" })));
      }
    }
    if (typeof message.content === "string" && written.addText(message.role, message.content)) continue;
    for (const block of blocksOf(message)) {
      if (isProgramBlock(block)) {
        open.add(block.id);
        const call = { type: "tool_use", id: innerIdOf(block.id), name: programToolName, input: block.input };
        written.add("assistant", call as ContentBlock);
      } else if (programOf(block) !== undefined) {
        const { id } = block as Partial<ToolUseBlock>;
        if (id !== undefined) ofPrograms.add(id);
      } else if (block.type === "code_execution_tool_result") {
        open.delete(resultId(block));
        written.addResult(innerResult(block));
      } else if (!ofPrograms.has((block as ToolResultBlock).tool_use_id)) {
        written.add(message.role, block);
      }
    }
  }
  return written.messages();
}

/** Programs without a result, in the order in which they began. A client may repeat an id: each needs a result. */
class OpenPrograms {
  readonly #counts = new Map<string, number>();

  add(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  delete(id: string): void {
    this.#counts.delete(id);
  }

  /** Removes those that a client went on without: the model must not wait for them. */
  takeLost(message: Message, pending: string | undefined): readonly string[] {
    if (this.#counts.size === 0) return [];
    const continued = new Set(blocksOf(message).map((block) => programOf(block) ?? resultId(block)));
    const lost: string[] = [];
    for (const [id, count] of this.#counts) {
      if (id === pending || continued.has(id)) continue;
      for (let index = 0; index < count; index++) lost.push(id);
      this.#counts.delete(id);
    }
    return lost;
  }
}

/** A conversation of any length, written in one pass: a client decides how many programs are in it. */
class WrittenConversation {
  readonly #written: WrittenMessage[] = [];
  /** The position after the last answer of the model. */
  #next = 0;

  /** Adds a message that is a text; false if it belongs to the last message. */
  addText(role: string, text: string): boolean {
    if (this.#written.at(-1)?.role === role) return false;
    this.#begin(role, text);
    return true;
  }

  add(role: string, block: ContentBlock): void {
    const last = this.#written.at(-1);
    append(last?.role === role ? last : this.#begin(role), block);
  }

  /** Puts the result of a program where models expect it: directly after the answer with the program, before anything that the user says. */
  addResult(result: ContentBlock): void {
    let message = this.#written[this.#next];
    if (message?.role !== "user") {
      message = { role: "user", text: undefined, results: [], rest: [] };
      this.#written.splice(this.#next, 0, message);
    }
    splitText(message);
    message.results.push(result);
  }

  messages(): readonly Message[] {
    return this.#written.map(({ role, text, results, rest }) => ({
      role,
      content: text ?? results.concat(rest),
    })) as readonly Message[];
  }

  #begin(role: string, text?: string): WrittenMessage {
    const message: WrittenMessage = { role, text, results: [], rest: [] };
    this.#written.push(message);
    if (role === "assistant") this.#next = this.#written.length;
    return message;
  }
}

function append(message: WrittenMessage, block: ContentBlock): void {
  splitText(message);
  message.rest.push(block);
  if (block.type !== "tool_result") return;
  for (const each of message.rest) message.results.push(each);
  message.rest = [];
}

function splitText(message: WrittenMessage): void {
  if (message.text === undefined) return;
  message.rest.push({ type: "text", text: message.text } as ContentBlock);
  message.text = undefined;
}

/** A conversation with the result of the program that it stopped at. */
export function withResult(messages: readonly Message[], result: ContentBlock): readonly Message[] {
  const next = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  const message = messages[next];
  if (message?.role !== "user") return messages.toSpliced(next, 0, { role: "user", content: [result] });
  const blocks = blocksOf(message);
  const place = blocks.findLastIndex(({ type }) => type === "tool_result") + 1;
  return messages.with(next, { role: "user", content: blocks.toSpliced(place, 0, result) });
}

const resultId = (block: ContentBlock): string =>
  (block as ContentBlock & { readonly tool_use_id: string }).tool_use_id;

export function blocksOf({ content }: Message): readonly ContentBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content } as ContentBlock] : content;
}

const hasProgram = (message: Message): boolean =>
  typeof message.content !== "string" &&
  message.content.some((block) => isProgramBlock(block) || programOf(block) !== undefined);
