import type { Message } from "@toolcrib/core";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { blockText, contentText, joinTexts, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { blocksOf, spokenBlocks } from "../../../../shared/blocks/message-blocks.ts";
import { type Fields, originalOf } from "../../wire/original.ts";
import type { ConversationContext } from "./conversation-context.ts";
import { writeAnswer } from "./write-answer.ts";
import { writeParts } from "./write-content.ts";
import { writeResult } from "./write-result.ts";

/** `instructions` and `input`. */
export interface WireConversation {
  readonly instructions: string | undefined;
  readonly input: readonly Fields[];
}

/** Writes the conversation. Each item depends on what stands before it alone, so the beginning stays the same over the turns. */
export function writeConversation(body: MessagesBody, context: ConversationContext): WireConversation {
  const instructions: string[] = [];
  const input: Fields[] = [];
  for (const block of blocksOf({ content: body.system ?? [] })) {
    const { item } = originalOf(block) ?? {};
    if (item === undefined) instructions.push(blockText(block));
    // Several blocks may have been made of one message.
    else if (input.at(-1) !== item) input.push(item);
  }
  for (const [position, message] of body.messages.entries()) {
    const field = `messages.${position}.content`;
    for (const item of writeMessage(message, field, context)) input.push(item);
  }
  const text = joinTexts(instructions);
  return { instructions: text === "" ? undefined : text, input };
}

function writeMessage(message: Message, field: string, context: ConversationContext): readonly Fields[] {
  if (message.role === "assistant") return writeAnswer(blocksOf(message), context);
  return message.role === "user" ? writeUser(message, field, context) : writeSystem(message, field, context);
}

function writeSystem(message: Message, field: string, context: ConversationContext): readonly Fields[] {
  const added = blocksOf(message).flatMap(({ type, tool }) =>
    type === "tool_addition" ? loadedTool((tool as Fields | undefined)?.["name"], context) : [],
  );
  const content = writeParts(spokenBlocks(message), field);
  const { item } = originalOf(message) ?? {};
  return [...additionalTools(added), ...(content.length === 0 ? [] : [messageItem(item, "developer", content)])];
}

function additionalTools(tools: readonly Fields[]): readonly Fields[] {
  return tools.length === 0 ? [] : [{ type: "additional_tools", role: "developer", tools }];
}

/** The results of calls first, then everything else. */
function writeUser(message: Message, field: string, context: ConversationContext): readonly Fields[] {
  const items: Fields[] = [];
  const blocks: LooseBlock[] = [];
  const loaded: Fields[] = [];
  for (const block of blocksOf(message)) {
    const { item } = originalOf(block) ?? {};
    if (block.type !== "tool_result") {
      if (item !== undefined && originalOf(block)?.part === undefined) items.push(item);
      else blocks.push(block);
      continue;
    }
    const call = context.calls.get(String(block["tool_use_id"]));
    if (call === undefined && item === undefined) {
      // A result whose call is gone is still something that the model should know.
      blocks.push({ type: "text", text: contentText(block["content"]) });
      continue;
    }
    items.push(writeResult(block, call, field, context));
    for (const tool of loadedTools(block, context)) loaded.push(tool);
  }
  items.push(...additionalTools(loaded));
  const content = writeParts(blocks, field);
  if (content.length > 0) items.push(messageItem(originalOf(message)?.item, "user", content));
  return items;
}

/** The definitions of the tools that a result refers to, each where it is found first. */
function loadedTools(block: LooseBlock, context: ConversationContext): readonly Fields[] {
  const { content } = block as { readonly content?: unknown };
  if (!Array.isArray(content)) return [];
  return (content as readonly LooseBlock[]).flatMap((inner) =>
    inner.type === "tool_reference" ? loadedTool(inner["tool_name"], context) : [],
  );
}

/** The definition of a deferred tool that nothing before has loaded. */
function loadedTool(name: unknown, { deferred, loaded }: ConversationContext): readonly Fields[] {
  if (typeof name !== "string" || loaded.has(name)) return [];
  const tool = deferred.get(name);
  if (tool === undefined) return [];
  loaded.add(name);
  return [tool];
}

function messageItem(item: Fields | undefined, role: string, content: readonly Fields[]): Fields {
  if (item === undefined) return { type: "message", role, content };
  const { content: given } = item;
  const isUnchanged =
    typeof given === "string"
      ? content.length === 1 && content[0]?.["text"] === given
      : Array.isArray(given) &&
        given.length === content.length &&
        given.every((part, index) => part === content[index]);
  return isUnchanged ? item : { ...item, content };
}
